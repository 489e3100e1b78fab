import { describe, expect, it } from 'vitest';
import { EXPRESSION_CASES } from '../../test/expression-cases.ts';
import { crdOf } from '../../test/random-schema.ts';
import { celRules } from '../cel/index.ts';
import { parseCrd, printProblem, structuralProblems } from './index.ts';

/** The server's words, with the real compiler. */
function problemsOf(name: keyof typeof EXPRESSION_CASES): string[] {
  const crd = parseCrd(crdOf('things', EXPRESSION_CASES[name]));
  return structuralProblems(crd, { rules: celRules }).map((problem) =>
    printProblem(problem).replaceAll('spec.validation.openAPIV3Schema', '^'),
  );
}

const WAY_OUT =
  '(try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)';

describe('expressions in a schema', () => {
  it('CRD-J14: a rule that does not compile, is no bool, or has a message that is no string', () => {
    const problems = problemsOf('faults');
    expect(problems.map((line) => line.split(': ')[0])).toEqual([
      '^.properties[a].x-kubernetes-validations[0].rule',
      '^.properties[a].x-kubernetes-validations[1].rule',
      '^.properties[a].x-kubernetes-validations[2].messageExpression',
    ]);
    expect(problems[1]).toContain('cel expression must evaluate to a bool');
    expect(problems[2]).toContain('messageExpression must evaluate to a string');
  });

  it('CRD-J14: oldSelf below a list whose items have no past, and optionalOldSelf without oldSelf', () => {
    expect(problemsOf('uncorrelatable')).toEqual([
      '^.properties[list].items.x-kubernetes-validations[0].rule: Invalid value: "self == oldSelf": oldSelf cannot be used on the uncorrelatable portion of the schema within ^.properties[list]',
    ]);
    expect(problemsOf('correlatable')).toEqual([]);
    expect(problemsOf('pointlessOption')).toEqual([
      '^.properties[a].x-kubernetes-validations[0].optionalOldSelf: Invalid value: false: may not be set if oldSelf is not used in rule',
    ]);
  });

  it('CRD-J14: a rule that could cost too much, and all rules together', () => {
    const at = '^.properties[list].x-kubernetes-validations[0].rule: Forbidden:';
    expect(problemsOf('cheap')).toEqual([]);
    expect(problemsOf('dear')).toEqual([
      `${at} estimated rule cost exceeds budget by factor of 50.0x ${WAY_OUT}`,
      `${at} contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema`,
      `^: Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of 5.0x ${WAY_OUT}`,
    ]);
    expect(problemsOf('together')).toHaveLength(5);
  });

  it('CRD-J14: a broken rule below hides no other; a broken schema below hides what stands above it', () => {
    expect(problemsOf('ruleBelow')).toHaveLength(3);
    expect(problemsOf('schemaBelow')).toEqual([
      '^.properties[parent].properties[child].type: Invalid value: "string": must be object if x-kubernetes-map-type is specified',
      expect.stringContaining('^.properties[other].x-kubernetes-validations[0].rule: Invalid value: '),
    ]);
    expect(problemsOf('costBesideFault')).toHaveLength(4);
  });

  it('CRD-J14: a property named "properties" is distinguished from the keyword', () => {
    expect(problemsOf('named')[0]).toMatch(
      /^\^\.properties\[properties\]\.properties\[properties\]\.x-kubernetes-validations\[0\]\.rule: Forbidden/,
    );
  });
});
