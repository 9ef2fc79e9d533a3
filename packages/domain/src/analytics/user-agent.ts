const devices = ['Desktop', 'Phone', 'Tablet'] as const;
type Client = { readonly device: (typeof devices)[number]; readonly browser: string; readonly os: string };

// The first match counts: many browsers name the one they are derived from as well.
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\/|\bOPiOS\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bFBA[NV]\/|\bInstagram\b/, 'In-app browser'],
  [/\bChrome\/|\bCriOS\/|\bChromium\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\b(iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const unknown = 'Other';
const find = (table: typeof browsers, text: string) => table.find(([pattern]) => pattern.test(text))?.[1] ?? unknown;

/** Browser, system and kind of device. An iPad calls itself a Mac, but no Mac has a screen that narrow and sharp. */
export function clientOf(userAgent: string, screen: string): Client {
  const os = find(systems, userAgent);
  const [width = 0, height = 0, scale = 1] = screen.split(',').map(Number);
  const isTablet =
    /\biPad\b|\bTablet\b/.test(userAgent) ||
    (os === 'Android' && !/\bMobile\b/.test(userAgent)) ||
    (os === 'macOS' &&
      scale === 2 &&
      Math.max(width, height) <= 1366 &&
      Math.min(width, height) <= 1024 &&
      width < height);
  const isPhone = /\bMobile\b|\biPhone\b|\biPod\b/.test(userAgent);
  return { device: isTablet ? 'Tablet' : isPhone ? 'Phone' : 'Desktop', browser: find(browsers, userAgent), os };
}
