/** How often a property of a pure decision is tried. `SLIPWAY_RUNS=1000000` looks longer. */
export const RUNS = { numRuns: Number(process.env['SLIPWAY_RUNS'] ?? 10_000) };
