export const DEVICES = ['ios', 'android', 'desktop'] as const;
export type Device = (typeof DEVICES)[number];

/** Device whose steps are shown first. An iPad reports itself as a Mac, but no Mac has a multi-touch screen. */
export function deviceOf(userAgent: string, touchPoints: number): Device {
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'ios';
  if (/Macintosh/.test(userAgent) && touchPoints > 1) return 'ios';
  return /Android/.test(userAgent) ? 'android' : 'desktop';
}

/** The user's own device first, the others in default order. */
export function devicesFrom(ownDevice: Device): Device[] {
  return [ownDevice, ...DEVICES.filter((device) => device !== ownDevice)];
}
