/** A readable name of the device in a user agent: `Chrome, Windows`. */

/** Order matters: browsers whose user agent also contains a later name come first. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bYaBrowser\//, 'Yandex Browser'],
  [/\bMicroMessenger\//, 'WeChat'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bWindows\b/, 'Windows'],
  [/\biPhone\b|\biPod\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];
const NAME_LENGTH_MAX = 40;

/** Empty if the user agent is empty. */
export function deviceOf(userAgent: string): string {
  const deviceNames = [BROWSERS, SYSTEMS].flatMap(
    (table) => table.find(([pattern]) => pattern.test(userAgent))?.[1] ?? [],
  );
  if (deviceNames.length > 0) return deviceNames.join(', ');
  // For other programs, the product name without versions and comments.
  return (userAgent.split(/[\s/(;]/, 1)[0] ?? '').slice(0, NAME_LENGTH_MAX);
}

/** The network prefix that usually survives an address change of a connection: /16 of IPv4, /48 of IPv6. */
export function networkOf(ip: string): string {
  const address = ip.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '');
  if (address.includes('.')) return address.split('.').slice(0, 2).join('.');
  const [beforeGap = '', afterGap] = address.split('::');
  const groups = beforeGap === '' ? [] : beforeGap.split(':');
  const tail = afterGap === undefined || afterGap === '' ? [] : afterGap.split(':');
  const missing = afterGap === undefined ? 0 : 8 - groups.length - tail.length;
  const allGroups = [...groups, ...Array.from({ length: Math.max(0, missing) }, () => '0'), ...tail];
  return allGroups
    .slice(0, 3)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
