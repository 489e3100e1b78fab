/** For the other folders of this package; what programs import is `public.ts`. */
export { isRequestUri } from './addresses.ts';
export {
  type Admission,
  type AdmitOptions,
  type CompiledSchema,
  type CompileOptions,
  compileSchema,
} from './compiled-schema.ts';
export { contentsOf } from './contents.ts';
export type * from './crd.ts';
export { itemsOf, nameOf, schemaOf } from './crd.ts';
export { printPath as printFieldPath } from './decode.ts';
export { stringFormat } from './formats.ts';
export { byBytes, goFloat, goJson, goQuote } from './go-text.ts';
export { isJsonObject, type JsonObject, type JsonValue, parseJson, stringifyJson } from './json.ts';
export { admitMetadata, type MetadataAdmission } from './metadata-problems.ts';
export { parseCrd, parseCrds } from './parse.ts';
export { type Problem, type ProblemReason, printProblem } from './problem.ts';
export type * from './rules.ts';
export { type StructuralOptions, structuralProblems } from './structural.ts';
export { readYaml, type YamlDocument } from './yaml.ts';
