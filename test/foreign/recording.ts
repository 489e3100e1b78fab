/** Set to write down anew what clients print on the real control plane: `SLIPWAY_RECORD=1 npm run test:kube -- test/foreign`. */
export const isRecording = process.env['SLIPWAY_RECORD'] === '1';
