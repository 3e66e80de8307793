import { expect, inject, test } from 'vitest';
import { openApi } from './api-client.ts';
import { expectAccessible, expectNoSidewaysScroll, useBrowser, widths } from './browser.ts';
import { setUpSale } from './sale-setup.ts';
import { administrator } from './setup.ts';

const { newPage } = useBrowser();
const tag = `C${Date.now() % 1_000_000}`;

test('the page of an account is accessible and fits at three widths', async () => {
  const api = await openApi(administrator);
  const sale = await setUpSale(api, tag);
  const company = await api.option('companies', sale.company);
  const invoice = await api.post('invoices', {
    concept: `Campaña ${tag}`,
    company_id: company,
    client_id: sale.client.id,
    lines: { put: [{ id: crypto.randomUUID(), description: 'Cuña de 30 s', unit_price: '1000' }] },
  });
  await api.run('invoices', invoice.id, 'issue');
  const room = await api.post('account-rooms/share', {
    client_id: sale.client.id,
    recipient: 'Ana Núñez',
    email: `cuenta${tag.toLowerCase()}@cliente.example`,
    expires_on: new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10),
    sends_mail: false,
  });
  for (const [name, width] of Object.entries(widths)) {
    const page = await newPage({ viewport: { width, height: 844 } });
    await page.goto(new URL(String(room.path), inject('product')).href);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page
      .getByText('Cuña de 30 s')
      .or(page.getByText(`Campaña ${tag}`))
      .first()
      .waitFor();
    await expectAccessible(page, `account at ${name}`);
    await expectNoSidewaysScroll(page, `account at ${name}`);
  }
  const page = await newPage({ viewport: { width: widths.phone, height: 844 } });
  await page.goto(new URL('/cuenta/no-existe', inject('product')).href);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expectAccessible(page, 'a link that opens nothing');
  expect(await page.title()).not.toBe('');
});
