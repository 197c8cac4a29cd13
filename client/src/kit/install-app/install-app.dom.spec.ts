import { act, renderHook } from '@testing-library/react';
import { deviceOf, devicesFrom } from './device';
import { install, keepInstallOffer, useInstallState } from './install-offer';

describe('device', () => {
  it.each([
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari', 5, 'ios'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari', 5, 'ios'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari', 0, 'desktop'],
    ['Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome', 5, 'android'],
    ['Mozilla/5.0 (X11; Linux x86_64) Chrome', 0, 'desktop'],
  ] as const)('with user agent %s and %p touch points is %s', (userAgent, touchPoints, device) => {
    expect(deviceOf(userAgent, touchPoints)).toBe(device);
  });

  it('of the user is listed first', () => {
    expect(devicesFrom('android')).toEqual(['android', 'ios', 'desktop']);
  });
});

describe('install prompt', () => {
  it('is deferred, shown once on request, and unavailable once installed', async () => {
    window.matchMedia = () => ({ matches: false }) as MediaQueryList;
    keepInstallOffer();
    const { result } = renderHook(useInstallState);
    expect(result.current).toBe('manual');

    const prompt = jest.fn(() => Promise.resolve());
    const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
    act(() => void window.dispatchEvent(event));
    expect(event.defaultPrevented).toBe(true);
    expect(result.current).toBe('offered');

    await act(install);
    await act(install);
    expect(prompt).toHaveBeenCalledTimes(1);
    expect(result.current).toBe('manual');

    act(() => void window.dispatchEvent(new Event('appinstalled')));
    expect(result.current).toBe('installed');
  });
});
