import { fieldAt } from '../../objects/index.ts';
import { readerOf, readersOf, shownText } from '../../selectors/index.ts';
import type { BuiltInKind } from '../built-in-kind.ts';
import { columns } from './columns.ts';
import { defaults } from './defaults.ts';
import { podRules } from './rules.ts';
import { checkPod, checkPodChange } from './validation.ts';

export const pods: readonly BuiltInKind[] = [
  {
    name: 'pods',
    checks: { create: checkPod, change: checkPodChange },
    rules: podRules,
    columns,
    defaults,
    selectableFields: {
      ...readersOf(
        'spec.nodeName',
        'spec.restartPolicy',
        'spec.schedulerName',
        'spec.serviceAccountName',
        'status.phase',
      ),
      ...readersOf('status.podIP', 'status.nominatedNodeName'),
      'spec.hostNetwork': readerOf('spec.hostNetwork', 'false'),
      'status.podIPs': (object) => {
        const ips = fieldAt(object, ['status', 'podIPs']);
        return Array.isArray(ips) ? ips.map((ip) => shownText(fieldAt(ip, ['ip']), '')).join(',') : '';
      },
    },
  },
];

export { defaultTolerationSeconds } from './default-toleration-seconds.ts';
export { priority } from './priority.ts';
export { runtimeClass } from './runtime-class.ts';
export { serviceAccount } from './service-account.ts';
