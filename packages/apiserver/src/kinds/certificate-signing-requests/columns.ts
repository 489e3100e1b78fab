import { fieldAt, type KubeObject, textAt } from '../../objects/index.ts';
import { age, ageColumn, at, column, listAt, NONE, nameColumn, type TableColumn } from '../../tables/index.ts';

/** What was decided about a request for a certificate, and whether it has been issued. */
function requestCondition(request: KubeObject): string {
  const types = new Set(listAt(request, 'status.conditions').map((condition) => textAt(condition, 'type')));
  const decision = types.has('Denied') ? 'Denied' : types.has('Approved') ? 'Approved' : 'Pending';
  const failed = types.has('Failed') ? ',Failed' : '';
  return `${decision}${failed}${textAt(request, 'status', 'certificate') ? ',Issued' : ''}`;
}

export const columns: readonly TableColumn[] = [
  nameColumn,
  ageColumn,
  column('SignerName', at('spec.signerName', NONE)),
  column('Requestor', at('spec.username')),
  column('RequestedDuration', (request) => {
    const seconds = fieldAt(request, ['spec', 'expirationSeconds']);
    return typeof seconds === 'number' ? age(new Date(0).toISOString(), seconds * 1000) : NONE;
  }),
  column('Condition', requestCondition),
];
