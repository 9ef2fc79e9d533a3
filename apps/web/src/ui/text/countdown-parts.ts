type CountdownParts = { days: number; hours: number; minutes: number; seconds: number };

/** The remaining time, never below zero. */
export function countdownParts(untilMs: number, nowMs: number): CountdownParts {
  const left = Math.max(0, Math.floor((untilMs - nowMs) / 1000));
  return {
    days: Math.floor(left / 86_400),
    hours: Math.floor(left / 3600) % 24,
    minutes: Math.floor(left / 60) % 60,
    seconds: left % 60,
  };
}
