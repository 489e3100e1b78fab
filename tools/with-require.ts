/** What begins a bundle: some packages inside call `require`, which a module does not have. */
export const WITH_REQUIRE = `import { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url);`;
