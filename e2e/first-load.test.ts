import { expect, test } from 'vitest';
import { signIn, useBrowser } from './browser.ts';
import { engine } from './engines/launch.ts';
import { administrator } from './setup.ts';

const { newPage } = useBrowser();

// Only Chromium reports the bytes transferred, headers included.
test.runIf(engine === 'chromium')(
  'loading a list takes at most 25 requests and 260 kB with an empty cache, and almost none when reloaded',
  async () => {
    const page = await newPage();
    await signIn(page, administrator, null);
    // Ends the requests of the home page, which would otherwise be counted.
    await page.goto('about:blank');
    const network = await page.context().newCDPSession(page);
    await network.send('Network.enable');
    const loaded = new Map<string, { url: string; bytes?: number }>();
    network.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
      // The browser itself requests the icon of the tab (`Other`), at a time of its own and without reporting its end.
      if (request.url.startsWith('http') && type !== 'Other') loaded.set(requestId, { url: request.url });
    });
    network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const one = loaded.get(requestId);
      if (one) one.bytes = encodedDataLength;
    });
    // The stream of changes is requested last, when everything else has been requested, and never ends.
    const isStream = ({ url }: { url: string }) => url.endsWith('/api/events');
    const whole = async (): Promise<{ requests: number; bytes: number; of: string[] }> => {
      await page.getByRole('button', { name: /^Vista:/ }).waitFor();
      await expect.poll(() => [...loaded.values()].some(isStream)).toBe(true);
      const all = [...loaded.values()];
      await expect.poll(() => all.filter((one) => one.bytes === undefined && !isStream(one))).toEqual([]);
      return {
        requests: all.length,
        bytes: all.reduce((sum, { bytes = 0 }) => sum + bytes, 0),
        of: all.map(({ url, bytes }) => `${bytes} ${new URL(url).pathname}`),
      };
    };

    await page.goto('/crm/clientes');
    const first = await whole();
    expect(first.requests, first.of.join('\n')).toBeLessThanOrEqual(25);
    expect(first.bytes, first.of.join('\n')).toBeLessThanOrEqual(260_000);

    loaded.clear();
    await page.reload();
    const again = await whole();
    expect(again.bytes, again.of.join('\n')).toBeLessThanOrEqual(30_000);
  },
);
