import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible, expectNoSidewaysScroll, signIn, useBrowser, widths } from './browser.ts';
import { administrator } from './setup.ts';

const { newPage } = useBrowser();

const manager = { email: 'gema@medios.test', password: 'Otra clave larga de prueba' };

/** Returns a function that calls the API as the signed-in user of the page. */
const callerOf = async (page: Page) => {
  const token = await page.evaluate(() => localStorage.getItem('auth_token'));
  return async (method: string, path: string, data?: object, headers: Record<string, string> = {}) => {
    const answer = await page.request.fetch(`/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...headers },
      ...(data && { data }),
    });
    const body = await answer.json();
    expect(answer.ok(), JSON.stringify(body)).toBe(true);
    return body.data;
  };
};

/** Creates two clients, and a user who may propose their credit limits but not set them. */
const prepare = async (page: Page): Promise<string[]> => {
  const call = await callerOf(page);
  const first = async (path: string): Promise<string> =>
    (await call('GET', `/${path}/options?limit=1`))[0].id;
  await page.request.post('/api/register', {
    data: {
      ...manager,
      full_name: 'Gema Gerente',
      password_confirmation: manager.password,
      accept_terms: true,
    },
  });
  const [user] = await call('GET', `/users?q=${encodeURIComponent(manager.email)}`);
  const [role] = await call('GET', '/roles/options?q=Gerente%20Comercial');
  await call(
    'POST',
    `/users/${user.id}/approve`,
    { role_ids: [role.id] },
    { 'if-match': `"${user.row_version}"` },
  );
  const ids: string[] = [];
  for (const number of [1, 2]) {
    const client = await call('POST', '/clients', {
      client_code: `APRO-${number}`,
      legal_name: `Aprobada ${number}, S.R.L.`,
      trade_name: `Aprobada ${number}`,
      country_id: await first('countries'),
      tax_id_type: 'OTRO',
      tax_id: `APROBADA${number}`,
      client_type_id: await first('client-types'),
      client_category_id: await first('client-categories'),
      industry_id: await first('industries'),
      credit_term_id: await first('credit-terms'),
      primary_sales_rep_id: await first('users'),
    });
    ids.push(client.id);
  }
  return ids;
};

test('a proposal appears in the inbox of the deciding users and is decided by keyboard, at every screen width', async () => {
  const page = await newPage();
  await signIn(page, administrator, null);
  const ids = await prepare(page);
  const managersPage = await newPage();
  await signIn(managersPage, manager, null);
  const propose = await callerOf(managersPage);
  for (const id of ids) {
    await propose('POST', '/credit-proposals', {
      client_id: id,
      proposed_limit: '75000',
      currency_code: 'DOP',
      reason: 'Paga siempre a tiempo',
    });
  }

  await page.goto('/');
  await page.getByRole('link', { name: /Aprobaciones que le toca decidir/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Aprobaciones' }).waitFor();
  const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name });
  await rowOf('Aprobada 1').getByText('RD$75,000.00').first().waitFor();
  await rowOf('Aprobada 1').getByText('Gema Gerente').waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }

  await rowOf('Aprobada 1').getByRole('button', { name: 'Aprobar' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: /^Aprobar:/ }).waitFor();
  await page.keyboard.type('Con garantía');
  await page.keyboard.press('Tab');
  await page.getByRole('dialog').getByRole('button', { name: 'Aprobar' }).press('Enter');
  await rowOf('Aprobada 1').waitFor({ state: 'detached' });

  await page.setViewportSize({ width: widths.phone, height: 844 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole('link', { name: /Aprobada 2/ }).click();
  await page.getByRole('heading', { level: 1, name: /Aprobada 2/ }).waitFor();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Aprobar' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Aprobar' }).click();
  const call = await callerOf(page);
  const limit = async () => (await call('GET', '/clients?q=APRO-2&fields=credit_limit'))[0].credit_limit;
  await expect.poll(limit).toBe('75000.00');

  // The author sees the decision but cannot decide.
  await managersPage.goto('/aprobaciones?f.status=approved');
  await managersPage.getByRole('link', { name: /Aprobada 1/ }).waitFor();
  expect(await managersPage.getByRole('button', { name: 'Aprobar' }).count()).toBe(0);
});
