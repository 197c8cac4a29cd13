export const DEVICES = ['ios', 'android', 'desktop'] as const;
export type Device = (typeof DEVICES)[number];

/** Which steps come first. An iPad calls itself a Mac, but no Mac has a screen for several fingers. */
export function deviceOf(userAgent: string, touchPoints: number): Device {
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'ios';
  if (/Macintosh/.test(userAgent) && touchPoints > 1) return 'ios';
  return /Android/.test(userAgent) ? 'android' : 'desktop';
}

/** This device first, the others as ever. */
export function devicesFrom(own: Device): Device[] {
  return [own, ...DEVICES.filter((device) => device !== own)];
}
