import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { choose, expectAccessible, expectNoSidewaysScroll, signIn, useBrowser } from './browser.ts';
import { administrator } from './setup.ts';

const { newPage } = useBrowser();
const seller = 'Zoila Cartera';

interface Answer {
  readonly data: { readonly id: string; readonly row_version: number }[] & {
    readonly id: string;
    readonly row_version: number;
  };
}

/** Returns a function that calls the API as the signed-in user of the page. */
const caller =
  (page: Page) =>
  (method: string, path: string, body?: object, headers: Record<string, string> = {}): Promise<Answer> =>
    page.evaluate(
      async ([how, where, what, more]) => {
        const response = await fetch(`/api${where}`, {
          method: how,
          headers: {
            authorization: `Bearer ${localStorage.getItem('auth_token')}`,
            ...(what && { 'content-type': 'application/json' }),
            ...more,
          },
          ...(what && { body: JSON.stringify(what) }),
        });
        const answer = await response.json();
        if (!response.ok) throw new Error(`${where}: ${JSON.stringify(answer)}`);
        return answer;
      },
      [method, path, body, headers] as const,
    );

/** Creates a seller without clients, and two clients of the administrator. */
async function prepare(page: Page): Promise<void> {
  const api = caller(page);
  const first = async (path: string) => (await api('GET', `/${path}/options?limit=1`)).data[0]?.id;
  const email = 'zoila@medios.test';
  const password = 'Otra clave larga de prueba';
  await page.request.post('/api/register', {
    data: { full_name: seller, email, password, password_confirmation: password, accept_terms: true },
  });
  const [user] = (await api('GET', `/users?q=${encodeURIComponent(email)}`)).data;
  const roles = await api('GET', '/roles/options?q=Ejecutivo');
  await api(
    'POST',
    `/users/${user?.id}/approve`,
    { role_ids: [roles.data[0]?.id] },
    { 'if-match': `"${user?.row_version}"` },
  );
  const [admin] = (await api('GET', `/users?q=${encodeURIComponent(administrator.email)}`)).data;
  for (const number of [1, 2]) {
    await api('POST', '/clients', {
      client_code: `CART-${number}`,
      legal_name: `Cartera ${number}, S.R.L.`,
      trade_name: `Zapatería Cartera ${number}`,
      country_id: await first('countries'),
      tax_id_type: 'OTRO',
      tax_id: `CARTERA${number}`,
      client_type_id: await first('client-types'),
      client_category_id: await first('client-categories'),
      industry_id: await first('industries'),
      credit_term_id: await first('credit-terms'),
      primary_sales_rep_id: admin?.id,
    });
  }
}

test('clients are moved in a draft by keyboard and by dragging, the draft is published, and the change is undone', async () => {
  const page = await newPage();
  await signIn(page, administrator, null);
  await prepare(page);
  await page.goto('/prevanta/distribucion-cartera');
  const toColumn = page.getByRole('region', { name: seller });
  const fromColumn = page.getByRole('region', { name: 'Administrador', exact: true });
  await fromColumn.waitFor();
  await expectAccessible(page);
  const open = fromColumn.getByRole('button', { name: /^Ver / });
  if (await open.count()) await open.click();
  await fromColumn.getByLabel('Buscar entre los clientes de Administrador').fill('Zapatería Cartera');
  const first = fromColumn.getByRole('checkbox', { name: /Zapatería Cartera 1/ });
  await first.focus();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Mover a…' }).click();
  await choose(page.getByRole('dialog'), 'A quién', seller);
  await page.getByRole('dialog').getByRole('button', { name: 'Mover', exact: true }).click();
  const draft = page.getByRole('region', { name: 'Borrador' });
  await draft.getByText('1 movimiento').waitFor();
  await fromColumn.getByText(`Pasa a ${seller}`).waitFor();
  // Both columns in sight, however many sellers other tests create: scrolling between press and drag drops the card.
  const viewport = page.viewportSize();
  await page.setViewportSize({ width: 1440, height: 3000 });
  await fromColumn.getByRole('listitem').filter({ hasText: 'Zapatería Cartera 2' }).dragTo(toColumn);
  if (viewport) await page.setViewportSize(viewport);
  await draft.getByText('2 movimientos').waitFor();
  await expectAccessible(page);
  // The draft is stored on the server.
  await page.reload();
  await draft.getByText('2 movimientos').waitFor();
  await toColumn.getByText('0 → 2').waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await draft.getByRole('button', { name: 'Publicar' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Motivo/).fill('Reparto del trimestre');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Publicar' }).click();
  await page.getByText('Cartera publicada: 2 movimientos').first().waitFor();
  await draft.waitFor({ state: 'detached' });

  await page.goto('/crm/historial-transferencias');
  await page.getByRole('link', { name: /^TRA-/ }).first().click();
  await page.getByRole('heading', { level: 1, name: /^TRA-/ }).waitFor();
  await page.getByRole('tab', { name: 'Registros' }).click();
  await page.getByRole('link', { name: 'Zapatería Cartera 1' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Revertir' }).click();
  await page
    .getByRole('dialog')
    .getByLabel(/^Motivo/)
    .fill('Fue una prueba');
  await page.getByRole('dialog').getByRole('button', { name: 'Revertir' }).click();
  await page.getByText('Transferencia revertida').first().waitFor();

  await page.goto('/crm/historial-transferencias/nuevo');
  await choose(page, 'De', 'Administrador');
  await choose(page, 'A', seller);
  await page.getByLabel(/^Motivo/).fill('Cambio de zona');
  await page.getByRole('button', { name: 'Revisar' }).click();
  await page.getByRole('alertdialog').getByText('Clientes: vendedor', { exact: true }).waitFor();
  await expectAccessible(page);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar' }).click();
  expect(await page.getByRole('alertdialog').count()).toBe(0);
});
