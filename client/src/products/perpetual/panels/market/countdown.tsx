import { useServerTime } from '../../../../kit/stream/server-time';

/** Hours, minutes and seconds until `to` by the server's clock; never negative. */
export function Countdown({ to }: { to: number }) {
  return (
    <time translate="no" dateTime={new Date(to).toISOString()}>
      {countdownText(to, useServerTime())}
    </time>
  );
}

export function countdownText(endsAt: number, now: number): string {
  const seconds = Math.max(0, Math.ceil((endsAt - now) / 1_000));
  const timeParts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  return timeParts.map((part) => String(part).padStart(2, '0')).join(':');
}
