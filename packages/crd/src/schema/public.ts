/**
 * @module
 * What a CustomResourceDefinition says, and what the API server makes of objects under it.
 *
 * A CRD is parsed once into a plain typed model. `structuralProblems` answers whether the API server
 * would take its schemas, in the server's own words. `compileSchema` turns one version's schema into
 * a walker that prunes, defaults and validates an object in a single pass and never changes what it is
 * given. Nothing here does I/O, knows a clock or keeps state between objects.
 */
export {
  type Admission,
  type AdmitOptions,
  admitMetadata,
  type CompiledRule,
  type CompiledSchema,
  type CompileOptions,
  type Crd,
  type CrdConversion,
  type CrdNames,
  type CrdScale,
  type CrdSpec,
  type CrdStatus,
  type CrdVersion,
  compileSchema,
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  type MetadataAdmission,
  nameOf,
  type PrinterColumn,
  type Problem,
  type ProblemReason,
  parseCrd,
  parseCrds,
  parseJson,
  printProblem,
  type RuleBudget,
  type RuleCompiler,
  type RuleCostProblem,
  type RuleNeed,
  type RuleProblem,
  type RuleSite,
  type RuleViolation,
  readYaml,
  type StructuralOptions,
  stringifyJson,
  structuralProblems,
  type UnknownField,
  type ValidationRule,
  type YamlDocument,
} from './index.ts';
