import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openApi } from './api-client.ts';
import { expectAccessible, expectNoSidewaysScroll, signIn, useBrowser, widths } from './browser.ts';
import { administrator } from './setup.ts';

const { newPage } = useBrowser();

const lineId = (): string => {
  const time = Date.now().toString(16).padStart(12, '0');
  const rest = crypto.randomUUID().slice(15);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${rest}`;
};

/** A current list with prices of radio spots of four durations, and a price that does not fit into the form. */
const makeList = async (code: string, kind: string): Promise<{ id: string; name: string }> => {
  const api = await openApi(administrator);
  const articles = await api.get<readonly { id: string; code: string }[]>(
    'ad-articles?limit=100&fields=code&q=RADIO-',
  );
  const idOf = (name: string): string => articles.find((one) => one.code === name)?.id ?? '';
  const name = `Tarifa ${code}`;
  const list = await api.post('price-lists', {
    code,
    name,
    kind,
    currency_code: 'DOP',
    valid: { from: '2020-01-01', to: '2089-12-31' },
    notes: 'Nota interna',
    prices: {
      put: [
        ...['15', '30', '45', '60'].map((seconds, place) => ({
          id: lineId(),
          ad_article_id: idOf(`RADIO-CUNA-${seconds}`),
          unit: 'spot',
          unit_price: String(1000 * (place + 1)),
          floor_price: '777',
        })),
        { id: lineId(), ad_article_id: idOf('RADIO-MENCION'), unit: 'mention', unit_price: '2500' },
      ],
    },
  });
  await api.run('price-lists', list.id, 'publish');
  return { id: list.id, name };
};

test('a tariff is downloaded, published by a link that is shown once, read without an account, and withdrawn', async () => {
  const list = await makeList('E2E-TARIFA', 'government');
  const page = await newPage({ acceptDownloads: true });
  await signIn(page, administrator, `/inventario/gestion-precios/${list.id}`);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Descargar PDF' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('Tarifa E2E-TARIFA.pdf');
  expect(readFileSync(await download.path(), 'latin1')).toMatch(/^%PDF-/);

  await page.getByRole('button', { name: 'Publicar tarifa' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('El enlace anterior deja de funcionar').waitFor();
  await dialog.getByRole('button', { name: 'Publicar tarifa' }).click();
  await dialog.getByText('no se vuelve a mostrar').waitFor();
  await expectAccessible(page);
  const address = await dialog.getByLabel('Enlace').inputValue();
  await dialog.getByRole('button', { name: 'Cerrar', exact: true }).last().click();
  await page.getByText('La tarifa está publicada').waitFor();
  expect(await page.content()).not.toContain(new URL(address).pathname);

  const guest = await newPage();
  const loaded: string[] = [];
  guest.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  await guest.goto(address);
  await guest.getByRole('heading', { level: 1, name: list.name }).waitFor();
  expect(loaded.filter((path) => /\.js$|^\/api/.test(path))).toEqual([]);
  const text = await guest.locator('main').textContent();
  expect(text).toContain('2,500.00');
  expect(text).not.toMatch(/777|Nota interna/);
  const [document] = await Promise.all([
    guest.waitForEvent('download'),
    guest.getByRole('link', { name: 'Descargar PDF' }).click(),
  ]);
  expect(document.suggestedFilename()).toBe('Tarifa E2E-TARIFA.pdf');

  await page.getByRole('button', { name: 'Más acciones' }).click();
  await page.getByRole('menuitem', { name: 'Quitar enlace' }).click();
  await dialog.getByRole('button', { name: 'Quitar enlace' }).click();
  await page.getByText('La tarifa está publicada').waitFor({ state: 'detached' });
  await guest.goto(address);
  await guest.getByRole('heading', { level: 1, name: 'Esta tarifa no está disponible' }).waitFor();
});

test('the page of a political tariff is readable on a telephone and on a desktop, light and dark', async () => {
  const list = await makeList('E2E-ELECTORAL', 'political');
  const page = await newPage();
  await signIn(page, administrator, `/inventario/gestion-precios/${list.id}`);
  await page.getByRole('button', { name: 'Publicar tarifa' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Dirección fija').fill('Con Espacios');
  await dialog.getByRole('button', { name: 'Publicar tarifa' }).click();
  await dialog.getByText('Use minúsculas sin acento').first().waitFor();
  await dialog.getByLabel('Dirección fija').fill('tarifa-e2e');
  await dialog.getByRole('button', { name: 'Publicar tarifa' }).click();
  await dialog.getByText('sin cuenta ni contraseña').waitFor();
  expect(await dialog.getByLabel('Enlace', { exact: true }).inputValue()).toMatch(/\/tarifas\/tarifa-e2e$/);

  for (const width of [widths.phone, widths.desktop]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const guest = await newPage({ viewport: { width, height: 900 }, colorScheme });
      const name = `${width} ${colorScheme}`;
      await guest.goto('/tarifas/tarifa-e2e');
      const form = guest.getByRole('table').first();
      await form.getByRole('columnheader', { name: '1 min' }).waitFor();
      expect(
        await form.getByRole('row', { name: /^Cuña, en cualquier horario/ }).textContent(),
        name,
      ).toContain('1,000.002,000.003,000.004,000.00');
      await expectAccessible(guest, name);
      await expectNoSidewaysScroll(guest, name);
      await guest.goto('/tarifas/no-existe');
      await guest.getByRole('heading', { level: 1 }).waitFor();
      await expectAccessible(guest, `${name}, unknown`);
    }
  }
});
