import { allowsNode, type NodeSelectorTerm, requiredTerms, tolerates } from '../../matching/index.ts';
import { isRepelled } from '../tolerations.ts';
import { type Filter, final, type NodeCheck } from './filter.ts';

const UNSCHEDULABLE = { key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' } as const;

export const nodeUnschedulable: Filter = {
  name: 'NodeUnschedulable',
  prepare({ pod }) {
    const isIgnored = (pod.spec?.tolerations ?? []).some((toleration) => tolerates(toleration, UNSCHEDULABLE));
    if (isIgnored) return undefined;
    return ({ node }) => (node.spec?.unschedulable ? final('node(s) were unschedulable') : undefined);
  },
};

export const nodeName: Filter = {
  name: 'NodeName',
  prepare({ pod }) {
    const wanted = pod.spec?.nodeName;
    if (!wanted) return undefined;
    return ({ name }) => (name === wanted ? undefined : final("node(s) didn't match the requested node name"));
  },
};

export const taintToleration: Filter = {
  name: 'TaintToleration',
  prepare({ pod }) {
    return ({ node }) => (isRepelled(pod, node.spec?.taints) ? final('node(s) had untolerated taint(s)') : undefined);
  },
};

export const nodeAffinity: Filter = {
  name: 'NodeAffinity',
  prepare({ pod }) {
    const terms = requiredTerms(pod.spec);
    if (!pod.spec?.nodeSelector && !terms) return undefined;
    const names = namedNodes(terms);
    if (names?.size === 0) return { refusesPod: 'pod affinity terms conflict' };
    const check: NodeCheck = ({ node }) =>
      allowsNode(pod.spec, node) ? undefined : final("node(s) didn't match Pod's node affinity/selector");
    return names ? { onlyNodes: names, check } : check;
  },
};

/** The nodes that every term names, where all of them name some: pods of DaemonSets are bound so. */
function namedNodes(terms: readonly NodeSelectorTerm[] = []): Set<string> | undefined {
  if (terms.length === 0) return undefined;
  const names = new Set<string>();
  for (const { matchFields = [] } of terms) {
    const lists = matchFields
      .filter(({ key, operator }) => key === 'metadata.name' && operator === 'In')
      .map(({ values = [] }) => values);
    const [first, ...others] = lists;
    if (!first) return undefined;
    for (const name of first) if (others.every((list) => list.includes(name))) names.add(name);
  }
  return names;
}
