import type { ContainerRecord, Sight } from '../lifecycle/index.ts';
import { type Duration, durationMs } from './duration.ts';
import type { Behaviour } from './rules.ts';

/** What is seen of a container that exists on paper only: a function of its record, its behaviour and the time. */
export function simulate(container: ContainerRecord, behaviour: Behaviour, now: number): Sight {
  const { state } = container;
  const idle = { isStarted: false, isReady: false };
  if (state.is !== 'running') return { ...idle, ...imageOf(container, behaviour, now) };
  const image = { is: 'present' } as const;
  const exit = exitOf(container, behaviour, state.startedAt);
  if (exit && now >= exit.at) return { ...idle, image, exit };

  const { unhealthy, readyAfter = 0 } = behaviour;
  const failsAt = unhealthy && state.startedAt + ms(unhealthy.after);
  const isFailing = failsAt !== undefined && now >= failsAt;
  const readyAt = readyAfter === false ? Number.POSITIVE_INFINITY : state.startedAt + durationMs(readyAfter);
  const isReady = now >= readyAt;
  const changes = [exit?.at, failsAt, readyAt].filter((at) => at !== undefined && at > now && Number.isFinite(at));
  return {
    image,
    isStarted: true,
    isReady,
    ...(isFailing && {
      unhealthy: 'liveness' as const,
      complaint: 'Liveness probe failed: HTTP probe failed with statuscode: 500',
    }),
    ...(!isFailing && !isReady && { complaint: 'Readiness probe failed: HTTP probe failed with statuscode: 503' }),
    ...(changes.length > 0 && { changesAt: Math.min(...(changes as number[])) }),
  };
}

function imageOf(container: ContainerRecord, behaviour: Behaviour, now: number): Pick<Sight, 'image' | 'changesAt'> {
  const startsAt = (container.turnAt ?? now) + ms(behaviour.startAfter);
  if (now < startsAt) return { image: { is: 'pulling' }, changesAt: startsAt };
  const { imagePullError } = behaviour;
  if (!imagePullError) return { image: { is: 'present' } };
  const what = `failed to pull and unpack image "${container.image}": not found`;
  return { image: { is: 'refused', reason: 'ErrImagePull', message: imagePullError === true ? what : imagePullError } };
}

/** How and when it ends: the earliest of what its behaviour and its kubelet want. */
function exitOf({ role, stop }: ContainerRecord, behaviour: Behaviour, startedAt: number): Sight['exit'] {
  const ends: NonNullable<Sight['exit']>[] = [];
  const { exit, crash, outOfMemory } = behaviour;
  if (exit) ends.push({ exitCode: exit.code ?? 0, at: startedAt + ms(exit.after) });
  if (crash) {
    const { exitCode = 1, message } = crash;
    ends.push({ exitCode, at: startedAt + ms(crash.after), ...(message !== undefined && { message }) });
  }
  if (outOfMemory) ends.push({ exitCode: 137, reason: 'OOMKilled', at: startedAt + ms(outOfMemory.after) });
  // What others wait for does its part, unless a rule has it end in another way.
  if (role === 'init' && ends.length === 0) ends.push({ exitCode: 0, at: startedAt });
  if (stop) {
    const neededMs = ms(behaviour.stopAfter);
    const isKilled = neededMs > stop.graceMs || stop.isRestart;
    ends.push({ exitCode: isKilled ? 137 : 0, at: stop.at + Math.min(neededMs, stop.graceMs) });
  }
  return ends.toSorted((one, other) => one.at - other.at)[0];
}

function ms(duration: Duration | undefined): number {
  return duration === undefined ? 0 : durationMs(duration);
}
