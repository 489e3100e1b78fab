import type { JsonObject } from '@slipway/crd/schema';
import { filled, numberAt, objectAt, objectsAt, textAt, valueAt } from './fields.ts';

/** What a scaler, written out, says in the words of `spec.scaling`. */
export function scalingOf(scaler: JsonObject): JsonObject {
  return scaler['kind'] === 'ScaledObject' ? ofScaledObject(scaler) : ofAutoscaler(scaler);
}

function ofAutoscaler(scaler: JsonObject): JsonObject {
  const spec = objectAt(scaler, 'spec');
  const utilisation = (name: string): number | undefined =>
    numberAt(
      objectsAt(spec, 'metrics').find((metric) => textAt(metric, 'resource', 'name') === name),
      'resource',
      'target',
      'averageUtilization',
    );
  return filled({
    minReplicas: spec['minReplicas'],
    maxReplicas: spec['maxReplicas'],
    cpu: utilisation('cpu'),
    memory: utilisation('memory'),
    behavior: spec['behavior'],
  });
}

function ofScaledObject(scaler: JsonObject): JsonObject {
  const spec = objectAt(scaler, 'spec');
  const trigger = (type: string): JsonObject => {
    const found = objectsAt(spec, 'triggers').find((one) => one['type'] === type);
    return objectAt(found, 'metadata');
  };
  const percent = (type: string): number | undefined => numberIn(textAt(trigger(type), 'value'));
  const rate = trigger('prometheus');
  const target = numberIn(textAt(rate, 'threshold'));
  return filled({
    minReplicas: spec['minReplicaCount'],
    maxReplicas: spec['maxReplicaCount'],
    cpu: percent('cpu'),
    memory: percent('memory'),
    requestsPerSecond:
      target === undefined ? undefined : filled({ target, query: rate['query'], serverAddress: rate['serverAddress'] }),
    behavior: valueAt(spec, 'advanced', 'horizontalPodAutoscalerConfig', 'behavior'),
  });
}

function numberIn(text: string | undefined): number | undefined {
  const number = Number(text);
  return text === undefined || !Number.isFinite(number) ? undefined : number;
}
