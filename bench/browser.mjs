// The back office in Chromium, with the processor time that its page uses.
import { chromium } from 'playwright-core';
import { chromiumFlags, ensureChromium } from '../scripts/lib/chromium.mjs';
import { admin } from './pauta.mjs';

/** Opens the back office in Chromium and signs in as the administrator. */
export async function openBackOffice(address) {
  const executablePath = await ensureChromium();
  if (!executablePath) throw new Error('There is no Chromium.');
  const browser = await chromium.launch({ executablePath, args: chromiumFlags });
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'es-DO' });
  page.setDefaultTimeout(60_000);
  await page.goto(`${address}/login`);
  await page.fill('input[type=email], input[name=email]', admin.email);
  await page.fill('input[type=password]', admin.password);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => !url.pathname.startsWith('/login'));
  return { browser, page };
}

/** Returns a function that answers the milliseconds of processor time that the main thread of the page has used. */
export async function processorTime(page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.setTimeDomain', { timeDomain: 'threadTicks' });
  await cdp.send('Performance.enable');
  return async () => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration').value * 1000;
  };
}
