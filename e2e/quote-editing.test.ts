import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { type ApiClient, openApi } from './api-client.ts';
import { follow, signIn, useBrowser } from './browser.ts';
import { command, type } from './fill-form.ts';
import { makeOffer, setUpSale } from './sale-setup.ts';
import { administrator } from './setup.ts';

const { newPage } = useBrowser();
const tag = `${Date.now() % 1_000_000}`;
const campaign = `Campaña a cuatro manos ${tag}`;
const other = {
  name: `Gerente ${tag}`,
  email: `gerente${tag}@medios.test`,
  password: 'Otra clave larga de prueba',
};
const spots = ['Cuñas de la mañana', 'Cuñas de la noche'] as const;
const space = `Tanda doble ${tag}`;
let api: ApiClient;
/** Makes a quote with a line of one spot for each description. */
let makeQuote: (descriptions: readonly string[]) => Promise<string>;

beforeAll(async () => {
  api = await openApi(administrator);
  await api.invite(other, 'Gerente Comercial');
  const sale = await setUpSale(api, `${tag}4`);
  const { spaceId, priceListId, today } = await makeOffer(api, `DE-${tag}`, space, 'seasonal');
  const paid = await api.option('ad-classifications', 'Pagada');
  const [company, owner] = await Promise.all([
    api.option('companies', sale.company),
    api.option('users', administrator.email),
  ]);
  makeQuote = async (descriptions) => {
    const quote = await api.post('quotes', {
      name: campaign,
      company_id: company,
      client_id: sale.client.id,
      owner_id: owner,
      price_list_id: priceListId,
      currency_code: 'DOP',
      flight: { from: today, to: today },
      lines: {
        put: descriptions.map((description) => ({
          id: crypto.randomUUID(),
          line_kind: 'airtime',
          inventory_item_id: spaceId,
          description,
          ad_classification_id: paid,
          flight: { from: today, to: today },
          units_per_day: 1,
        })),
      },
    });
    return quote.id;
  };
});

/** A tab of somebody who edits a quote. */
async function edit(quoteId: string, person: typeof other | typeof administrator): Promise<Page> {
  const page = await newPage();
  await signIn(page, person, `/ventas/presupuestos/${quoteId}/editar`);
  await page.getByRole('textbox', { name: 'Por día, renglón 1', exact: true }).waitFor();
  return page;
}

const save = (page: Page) => page.getByRole('button', { name: 'Guardar', exact: true }).click();

/** Waits for the page of the quote, to which its form leads when it is saved. */
const saved = (page: Page) => page.getByRole('link', { name: 'Editar', exact: true }).waitFor();

/** Spots a day of each line that is stored. */
const linesOf = async (quoteId: string): Promise<readonly number[]> => {
  const stored = await api.get<{ lines: readonly { units_per_day: number }[] }>(`quotes/${quoteId}`);
  return stored.lines.map(({ units_per_day }) => units_per_day);
};

test('two people edit a quote: lines merge, one value is asked for, undo takes back only its own, sent is final', async () => {
  const quoteId = await makeQuote(spots);
  const lines = () => linesOf(quoteId);
  const [first, second] = await Promise.all([edit(quoteId, administrator), edit(quoteId, other)]);

  // Each changes another line: both stay.
  await type(first, 'Por día, renglón 1', '2');
  await type(second, 'Por día, renglón 2', '3');
  await save(first);
  await expect.poll(lines).toEqual([2, 1]);
  await save(second);
  await expect.poll(lines).toEqual([2, 3]);
  await second
    .getByText(/Mientras usted editaba/)
    .first()
    .waitFor();
  await Promise.all([saved(first), saved(second)]);

  // Both change the same value: the second is asked, and keeps theirs.
  const path = `/ventas/presupuestos/${quoteId}/editar`;
  await follow(first, path);
  await follow(second, path);
  await type(first, 'Por día, renglón 1', '4');
  await type(second, 'Por día, renglón 1', '5');
  await type(second, 'Por día, renglón 2', '1');
  await save(first);
  await expect.poll(lines).toEqual([4, 3]);
  await save(second);
  const question = second.getByRole('dialog', { name: /modificó este presupuesto/ });
  await question.getByRole('radio', { name: /^Guardado por Administrador/ }).check();
  await question.getByRole('button', { name: 'Guardar con estos valores' }).click();
  await expect.poll(lines).toEqual([4, 1]);
  await Promise.all([saved(first), saved(second)]);

  // Undoing the change of one person leaves that of the other.
  await second.getByRole('button', { name: 'Deshacer' }).first().click();
  await expect.poll(lines).toEqual([4, 3]);

  // What is sent is final, also for somebody who still edits it: nothing typed is lost.
  await follow(first, path);
  await type(first, 'Por día, renglón 1', '9');
  await follow(second, `/ventas/presupuestos/${quoteId}`);
  await command(second, 'Enviar');
  await save(first);
  await first
    .getByText(/en estado «Enviado» ya no se modifica/)
    .first()
    .waitFor();
  await first
    .getByText(/Cambios sin guardar/)
    .first()
    .waitFor();
  expect(await lines()).toEqual([4, 3]);
});

test('five hundred lines are pasted, changed and saved by keyboard alone', async () => {
  const quoteId = await makeQuote(['La primera']);
  const page = await edit(quoteId, administrator);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const { keyboard } = page;
  const focused = () =>
    page.evaluate(() => {
      const { activeElement: element } = document;
      return [
        element?.closest('[data-line]')?.querySelector('[data-cells]')?.getAttribute('aria-label'),
        element?.closest<HTMLElement>('[data-cell]')?.dataset.cell,
      ].join(': ');
    });
  const press = async (key: string, until: string, most: number): Promise<void> => {
    for (let pressed = 0; pressed < most && (await focused()) !== until; pressed += 1)
      await keyboard.press(key);
    expect(await focused()).toBe(until);
  };

  await press('Tab', 'Renglón 1: inventory_item_id', 80);
  await page.evaluate(
    (text) => navigator.clipboard.writeText(text),
    Array.from({ length: 499 }, (_, at) => `${space}\t\tPegado ${at + 2}`).join('\n'),
  );
  // The column of the article is empty in what is pasted.
  await keyboard.press('ControlOrMeta+v');
  // Not by its role: that of every one of their thousands of elements would be computed.
  await page.locator('tr[aria-label="Renglón 500"]').waitFor({ state: 'attached', timeout: 60_000 });

  await press('Tab', 'Renglón 1: units_per_day', 20);
  for (let pages = 0; pages < 50; pages += 1) await keyboard.press('PageDown');
  expect(await focused()).toBe('Renglón 500: units_per_day');
  // There is no room for another line.
  await keyboard.press('Enter');
  expect(await focused()).toBe('Renglón 500: units_per_day');
  await keyboard.type('3');
  await keyboard.press('Shift+Enter');
  await keyboard.type('2');
  await keyboard.press('Alt+ArrowUp');
  expect(await focused()).toBe('Renglón 498: units_per_day');
  await keyboard.press('ControlOrMeta+s');
  await saved(page);

  const units = await linesOf(quoteId);
  expect(units).toEqual([...Array.from({ length: 497 }, () => 1), 2, 1, 3]);
  const { gross } = await api.get<{ gross: string }>(`quotes/${quoteId}`);
  expect(gross).toBe('503000.00');
});
