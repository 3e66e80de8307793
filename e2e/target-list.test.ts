import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { choose, expectAccessible, expectNoSidewaysScroll, signIn, useBrowser, widths } from './browser.ts';
import { administrator } from './setup.ts';

const { newPage } = useBrowser();

/** Returns a function that calls the API as the signed-in user of the page. */
const callerOf = async (page: Page) => {
  const token = await page.evaluate(() => localStorage.getItem('auth_token'));
  return async (method: string, path: string, data?: object) => {
    const answer = await page.request.fetch(`/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(data && { data }),
    });
    const body = await answer.json();
    expect(answer.ok(), JSON.stringify(body)).toBe(true);
    return body.data;
  };
};

const clientsAtHand = async (page: Page, count: number): Promise<void> => {
  const call = await callerOf(page);
  const first = async (path: string): Promise<string> =>
    (await call('GET', `/${path}/options?limit=1`))[0].id;
  const shared = {
    person_kind: 'legal_entity',
    country_id: await first('countries'),
    tax_id_type: 'OTRO',
    taxpayer_type: 'taxpayer',
    client_type_id: await first('client-types'),
    client_category_id: await first('client-categories'),
    industry_id: await first('industries'),
    credit_term_id: await first('credit-terms'),
    primary_sales_rep_id: await first('users'),
  };
  for (let index = 1; index <= count; index += 1) {
    await call('POST', '/clients', {
      ...shared,
      client_code: `OBJ-${index}`,
      legal_name: `Objetivo ${index}, S.R.L.`,
      trade_name: `Objetivo ${index}`,
      tax_id: `OBJETIVO${index}`,
    });
  }
};

const newList = async (page: Page, name: string): Promise<string> => {
  const call = await callerOf(page);
  const [owner] = await call('GET', '/users/options?q=Administrador');
  const list = await call('POST', '/target-lists', {
    name,
    purpose: 'growth',
    period: { from: '2026-01-01', to: '2026-12-31' },
    owner_id: owner.id,
    kind: 'static',
    currency_code: 'DOP',
    goal_amount: '1000',
  });
  return list.id;
};

test('filtered clients become accounts of a list, are distributed, worked and counted; an account cannot be in two active lists', async () => {
  const page = await newPage();
  await signIn(page, administrator, null);
  await clientsAtHand(page, 4);
  const other = await newList(page, 'Otra campaña');
  const id = await newList(page, 'Campaña de crecimiento');

  // Adds all matching clients from the list of clients.
  await page.goto('/crm/clientes?q=objetivo');
  await page.getByRole('checkbox', { name: 'Seleccionar los 4 de esta página' }).check();
  await page.getByRole('button', { name: 'Agregar a una lista objetivo' }).click();
  const adding = page.getByRole('dialog');
  await choose(adding, 'Lista', 'Campaña de crecimiento');
  await adding.getByRole('button', { name: 'Continuar' }).click();
  await adding.getByText('Entran 4 clientes.').waitFor();
  await expectAccessible(page);
  await adding.getByRole('button', { name: 'Agregar', exact: true }).click();
  await page.getByText('4 clientes agregados a «Campaña de crecimiento»').waitFor();

  // Adds clients from the other list, with a filter built there.
  await page.goto(`/crm/target-list/${other}`);
  await page.getByRole('button', { name: 'Agregar desde filtro' }).click();
  await page.getByRole('button', { name: 'Crear filtro' }).click();
  const builder = page.getByRole('dialog', { name: 'Filtro avanzado' });
  await builder.getByLabel('Filtro como texto').fill('nombre_comercial:"Objetivo 1"');
  await builder.getByRole('button', { name: 'Aplicar' }).click();
  await page.getByText('Encuentra 1 cliente.').waitFor();
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.getByText('Entra 1 cliente.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Agregar', exact: true }).click();
  await page.getByText('1 cliente agregado a «Otra campaña»').waitFor();
  await page.getByRole('button', { name: 'Activar' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Activar' }).click();
  await page.getByText('Lista activada').waitFor();

  // A list with a client of another active list cannot be activated, and the refusal names that list.
  await page.goto(`/crm/target-list/${id}`);
  await page.getByRole('button', { name: 'Activar' }).click();
  const activating = page.getByRole('dialog');
  await activating.getByRole('button', { name: 'Activar' }).click();
  await activating.getByText(/«Objetivo 1» ya está en la lista activa «Otra campaña»/).waitFor();
  await expectAccessible(page);
  await activating.getByRole('button', { name: 'Cancelar' }).click();
  await page.goto(`/crm/target-list/${other}`);
  await page.getByRole('button', { name: 'Cerrar', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar', exact: true }).last().click();
  await page.getByText('Lista cerrada').waitFor();

  await page.goto(`/crm/target-list/${id}?tab=cuentas`);
  await page.getByRole('button', { name: 'Repartir' }).click();
  const distributing = page.getByRole('dialog');
  await distributing.getByText('A su propio vendedor').click();
  await distributing.getByRole('row', { name: /Administrador 0 4 \+4/ }).waitFor();
  await expectAccessible(page);
  await distributing.getByRole('button', { name: 'Repartir' }).click();
  await page.getByText('4 cuentas repartidas').waitFor();
  await page.getByRole('button', { name: 'Activar' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Activar' }).click();
  await page.getByText('Lista activada').waitFor();

  const step = async (name: string): Promise<void> => {
    await page.getByRole('button', { name: 'Acciones de Objetivo 1' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await step('Contactar');
  await page.getByRole('dialog').getByRole('button', { name: 'Contactar' }).click();
  await page.getByText('Cuenta contactada').waitFor();
  await step('Ganar');
  await page
    .getByRole('dialog')
    .getByLabel(/^Monto ganado/)
    .fill('250');
  await page.getByRole('dialog').getByRole('button', { name: 'Ganar' }).click();
  await page.getByText('Cuenta ganada').waitFor();
  const funnel = page.getByRole('region', { name: 'Avance' });
  await funnel.getByRole('row', { name: /Ganadas 1 25 %/ }).waitFor();
  await funnel.getByText(/RD\$250\.00 de RD\$1,000\.00 \(25 %\)/).waitFor();
  await expectAccessible(page);
  await page.setViewportSize({ width: widths.phone, height: 844 });
  await expectNoSidewaysScroll(page);
}, 90_000);
