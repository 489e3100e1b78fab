import { defineKind, type Kind } from '@slipway/kube';
import type {
  GatiHandlerSpec,
  GatiHandlerStatus,
  GatiModuleSpec,
  GatiModuleStatus,
  GatiVersionSpec,
  GatiVersionStatus,
} from '../types/index.ts';

// Where the kinds are served, written out: making the definitions takes longer than a whole request, and who only reads
// objects needs no schema. A test holds these against the definitions.
export const GatiHandlerKind: Kind<GatiHandlerSpec, GatiHandlerStatus> = kindOf('GatiHandler', 'gatihandlers');
export const GatiModuleKind: Kind<GatiModuleSpec, GatiModuleStatus> = kindOf('GatiModule', 'gatimodules');
export const GatiVersionKind: Kind<GatiVersionSpec, GatiVersionStatus> = kindOf('GatiVersion', 'gativersions');

function kindOf<Spec, Status>(kind: string, plural: string): Kind<Spec, Status> {
  return defineKind<Spec, Status>({ group: 'gati.dev', version: 'v1alpha1', kind, plural, scope: 'Namespaced' });
}
