/** A conformance spec in one run of `e2e.test`. */
export interface Spec {
  readonly name: string;
  readonly state: 'passed' | 'failed' | 'not run';
  /** The beginning of what the spec reports, where it failed. */
  readonly failure: string;
}

interface Report {
  readonly SpecReports: readonly {
    readonly LeafNodeType: string;
    readonly State: string;
    readonly ContainerHierarchyTexts: readonly string[] | null;
    readonly LeafNodeText: string;
    readonly Failure?: { readonly Message: string };
  }[];
}

/**
 * The conformance specs of a report of Ginkgo (`--ginkgo.json-report`), by name. What was not selected is in it too:
 * so the list of all of them comes with every run.
 *
 * @throws Error where the suite itself failed: then no spec has run, and none has failed either.
 */
export function specsOfReport(text: string): Spec[] {
  const specs: Spec[] = [];
  for (const { SpecReports } of JSON.parse(text) as Report[]) {
    for (const report of SpecReports) {
      const message = report.Failure?.Message ?? '';
      const isFailure = report.State !== 'passed' && report.State !== 'skipped' && report.State !== 'pending';
      if (report.LeafNodeType !== 'It') {
        if (isFailure) throw new Error(`e2e.test could not begin: ${report.LeafNodeType} failed: ${message}`);
        continue;
      }
      const name = [...(report.ContainerHierarchyTexts ?? []), report.LeafNodeText].join(' ');
      if (!name.includes('[Conformance]')) continue;
      const state = isFailure ? 'failed' : report.State === 'passed' ? 'passed' : 'not run';
      specs.push({ name, state, failure: message });
    }
  }
  return specs.toSorted((one, other) => (one.name < other.name ? -1 : 1));
}
