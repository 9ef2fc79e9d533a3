import { ProviderSilent } from './provider.ts';

/**
 * Circuit breaker: after repeated timeouts calls fail immediately instead of after five seconds each, until a single
 * probe succeeds.
 */
type Breaker = {
  run<T>(call: () => Promise<T>): Promise<T>;
  readonly open: boolean;
};

type Options = { failuresMax?: number; restMs?: number; nowMs?: () => number };

export function makeBreaker({
  failuresMax = 5,
  restMs = 5_000,
  nowMs = () => performance.now(),
}: Options = {}): Breaker {
  let failures = 0;
  let closedUntil = 0;
  let probing = false;
  const resting = () => failures >= failuresMax && (probing || nowMs() < closedUntil);
  return {
    get open() {
      return resting();
    },
    async run(call) {
      if (resting()) throw new ProviderSilent('the payment provider did not answer lately');
      const probe = failures >= failuresMax;
      if (probe) probing = true;
      try {
        const answer = await call();
        failures = 0;
        return answer;
      } catch (error) {
        if (error instanceof ProviderSilent) {
          failures += 1;
          if (failures >= failuresMax) closedUntil = nowMs() + restMs;
        } else failures = 0;
        throw error;
      } finally {
        if (probe) probing = false;
      }
    },
  };
}
