import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { choose, expectAccessible, expectNoSidewaysScroll, signIn, useBrowser, widths } from './browser.ts';
import { administrator } from './setup.ts';

const { newPage } = useBrowser();

async function fill(page: Page, name: string, taxId: string): Promise<void> {
  await page.goto('/crm/clientes/nuevo');
  await page.getByLabel(/^Razón social/).fill(name);
  await page.getByLabel(/^Nombre comercial/).fill(name);
  // The hint about the number moves the next select box, which would close its open list, so it is awaited.
  const digits = taxId.replaceAll('-', '');
  const compared = page.waitForResponse(
    (response) =>
      response.url().endsWith('/clients/duplicates') &&
      (response.request().postData() ?? '').replaceAll('-', '').includes(digits),
  );
  await page.getByLabel(/^Identificación fiscal/).fill(taxId);
  await compared;
  await page.getByText('Según la identificación').waitFor();
  await choose(page, 'Tipo de cliente', 'Cliente directo');
  await choose(page, 'Categoría', 'Nuevo');
  await choose(page, 'Industria', 'Bebidas alcohólicas');
  await choose(page, 'Vendedor', 'Administrador');
  await choose(page, 'Término de crédito', 'Contado');
}
const create = (page: Page) => page.getByRole('button', { name: 'Crear cliente' }).click();
/** Assigns a code to a client through the API, like another user. */
const takeCode = (page: Page, path: string, code: string) =>
  page.evaluate(
    async ([id, client_code]) => {
      const url = `/api/clients/${id}`;
      const authorization = `Bearer ${localStorage.getItem('auth_token')}`;
      const { headers } = await fetch(url, { headers: { authorization } });
      const answer = await fetch(url, {
        method: 'PATCH',
        headers: { authorization, 'content-type': 'application/json', 'if-match': headers.get('etag') ?? '' },
        body: JSON.stringify({ client_code }),
      });
      if (!answer.ok) throw new Error(await answer.text());
    },
    [path.split('/').at(-1), code] as const,
  );
const titled = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor();

test('a possible duplicate is reported, two clients are merged field by field, and the merge is undone', async () => {
  const page = await newPage();
  await signIn(page, administrator, null);
  await fill(page, 'Fundación Yaque Verde', '4-01-50596-7');
  // The tax id of a non-profit suggests the type of taxpayer.
  await page.getByText('Según la identificación: Sin fines de lucro', { exact: false }).waitFor();
  await create(page);
  await titled(page, 'Fundación Yaque Verde');
  const first = new URL(page.url()).pathname;
  await page.getByText('No tiene contactos', { exact: false }).waitFor();
  await page.getByText('Sin fines de lucro').first().waitFor();
  await expectAccessible(page, 'overview');

  await fill(page, 'Fundacion Yaque Verde Inc', '1-01-85004-3');
  const proposed = await page.getByLabel(/^Código \*/).inputValue();
  await takeCode(page, first, proposed);
  await create(page);
  const question = page.getByRole('alertdialog', { name: '¿Es uno de estos?' });
  await question.getByRole('link', { name: 'Fundación Yaque Verde' }).waitFor();
  await expectAccessible(page, 'question');
  await question.getByRole('button', { name: 'Volver al formulario' }).click();
  await create(page);
  await question.getByRole('button', { name: 'Es otra empresa: guardar' }).click();
  // Another user takes the proposed code while the form is being filled in.
  await titled(page, 'Fundacion Yaque Verde Inc');
  await page.getByText(`El código ${proposed} ya se usó`, { exact: false }).waitFor();
  const second = new URL(page.url()).pathname;

  await page.getByRole('button', { name: 'Más acciones' }).click();
  await page.getByRole('menuitem', { name: 'Fusionar' }).click();
  await choose(page, 'Otro cliente', 'Fundación Yaque Verde');
  await page.getByRole('button', { name: 'Comparar' }).click();
  await page.getByRole('group', { name: 'Cliente que queda' }).waitFor();
  await expectAccessible(page, 'comparison');
  await page
    .getByRole('group', { name: 'Nombre comercial' })
    .getByRole('radio', { name: /Inc.*Inc/ })
    .check();
  await page.setViewportSize({ width: widths.phone, height: 844 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: widths.desktop, height: 900 });
  await page.getByRole('button', { name: 'Fusionar', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Fusionar' }).click();
  await titled(page, 'Fundacion Yaque Verde Inc');
  expect(new URL(page.url()).pathname).toBe(first);
  const undo = page.getByRole('button', { name: 'Deshacer' }).first();
  // A notification stays while the pointer is on it, and signing in takes longer than its ten seconds may last.
  await undo.hover();
  const told = await newPage();
  await signIn(told, administrator, second);
  await told.getByText('lo que tenía está ahí', { exact: false }).waitFor();
  await undo.click();
  await titled(page, 'Fundación Yaque Verde');
  await told.reload();
  await titled(told, 'Fundacion Yaque Verde Inc');
  await told.getByText('lo que tenía está ahí', { exact: false }).waitFor({ state: 'detached' });

  await page.goto('/crm/clientes/duplicados');
  await page.getByRole('heading', { level: 1, name: 'Duplicados probables' }).waitFor();
  await expectAccessible(page, 'duplicates');
});

test('a setting changed by one user renames and hides a field in the open list of another', async () => {
  const [one, two] = [await newPage(), await newPage()];
  await signIn(one, administrator, '/gestion/configuracion');
  await signIn(two, administrator, '/crm/clientes/nuevo');
  await two.getByRole('combobox', { name: 'Vendedor Adicional' }).waitFor();
  await two.getByLabel(/^Razón social/).fill('Lo que se escribe');
  const label = one.getByRole('textbox', { name: 'Etiqueta del segundo vendedor' });
  await label.fill('Copiloto');
  await one
    .getByRole('button', { name: /^Guardar/ })
    .first()
    .click();
  await two.getByRole('combobox', { name: 'Copiloto' }).waitFor();
  expect(await two.getByLabel(/^Razón social/).inputValue()).toBe('Lo que se escribe');
  await one.reload();
  await label.fill('Vendedor Adicional');
  await one
    .getByRole('button', { name: /^Guardar/ })
    .first()
    .click();
  await two.getByRole('combobox', { name: 'Vendedor Adicional' }).waitFor();
});

test('a new client requires at most six selections; the other values are proposed', async () => {
  const page = await newPage();
  await signIn(page, administrator, '/crm/clientes/nuevo');
  await page.getByLabel(/^Código \*/).waitFor();
  await expect.poll(() => page.getByLabel(/^Código \*/).inputValue()).not.toBe('');
  const isAsked = '[aria-required="true"]';
  const asked = () =>
    page
      .locator(`form input${isAsked}, form [role="combobox"]${isAsked}`)
      .evaluateAll((inputs) =>
        inputs
          .filter((input) => (input as HTMLInputElement).value === '')
          .map((input) => (input.getAttribute('role') === 'combobox' ? 'choice' : 'text')),
      );
  // A select box is a plain input until its code is loaded.
  await expect.poll(async () => (await asked()).filter((one) => one === 'text').length).toBe(3);
  const choices = (await asked()).filter((one) => one === 'choice').length;
  expect(choices).toBeGreaterThan(0);
  expect(choices).toBeLessThanOrEqual(6);
});

test('on a phone the save bar never covers the focused element, tabbing forwards or backwards', async () => {
  const page = await newPage({ viewport: { width: widths.phone, height: 700 } });
  await signIn(page, administrator, '/crm/clientes/nuevo');
  await page.getByLabel(/^Razón social/).fill('Con cambios sin guardar');
  const covered: string[] = [];
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let stop = 0; stop < 120; stop += 1) {
      await page.keyboard.press(key);
      const at = await page.evaluate(() => {
        const bar = document.querySelector('[data-bar="sticky"]');
        const one = document.activeElement;
        if (!bar || !one || bar.contains(one) || !one.closest('form')) return null;
        const [its, bars] = [one.getBoundingClientRect(), bar.getBoundingClientRect()];
        return { name: one.outerHTML.slice(0, 120), clear: its.bottom <= bars.top || its.top >= bars.bottom };
      });
      if (at === null) break;
      if (!at.clear) covered.push(`${key}: ${at.name}`);
    }
  }
  expect(covered).toEqual([]);
});
