import { describe, expect, test } from 'vitest';
import { guestRoutes } from '../apps/backoffice/src/routes.ts';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  follow,
  signIn,
  signInByHand,
  useBrowser,
  widths,
} from './browser.ts';
import { administrator } from './setup.ts';

const { newPage } = useBrowser();

describe('guests (spec §2, §5)', () => {
  test('every guest page has its title; the others lead to sign-in and back', async () => {
    const page = await newPage();
    for (const { path, title } of guestRoutes) {
      await page.goto(`/${path}`);
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      expect(await page.title()).toBe(`${title} · Pauta`);
      await expectAccessible(page);
    }
    for (const path of ['', 'crm/clientes?q=acme', 'reportes/logs', 'no/existe']) {
      await page.goto(`/${path}`);
      await page.waitForURL('**/login');
    }
    await page.goto('/crm/clientes?q=acme');
    await page.getByLabel('Correo').fill(administrator.email);
    await page.getByLabel(/^Contraseña/).fill(administrator.password);
    await page.getByRole('button', { name: 'Iniciar sesión' }).click();
    await page.waitForURL('**/crm/clientes?q=acme');
  });

  test('guest pages hold at the width of a phone, in the dark theme too', async () => {
    const page = await newPage({ viewport: { width: widths.phone, height: 844 } });
    await page.addInitScript(() => localStorage.setItem('pauta.theme', 'dark'));
    for (const { path, title } of guestRoutes) {
      await page.goto(`/${path}`);
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    }
  });
});

describe('signed in', () => {
  test('guest pages lead home, except the client registration', async () => {
    const page = await newPage();
    await signIn(page, administrator, null);
    for (const path of ['login', 'register']) {
      await page.goto(`/${path}`);
      await page.waitForURL((url) => url.pathname === '/');
    }
    await page.goto('/client-registration');
    await page.getByRole('heading', { level: 1, name: 'Registro de Clientes' }).waitFor();
  });

  test('the menu is searched without accents and leads to the page; the focus follows', async () => {
    const page = await newPage();
    await signIn(page, administrator);
    const search = page.getByPlaceholder('Buscar en el menú...');
    await search.fill('zzz');
    await page.getByText('No se encontraron resultados').first().waitFor();
    await search.fill('configuracion');
    await page.getByRole('link', { name: 'Configuración General' }).click();
    await page.getByRole('heading', { level: 1, name: 'Configuración General' }).waitFor();
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
  });

  test('signing out ends the session on the server too', async () => {
    const page = await newPage();
    await signInByHand(page, administrator);
    const token = await page.evaluate(() => localStorage.getItem('auth_token'));
    await page
      .getByRole('button', { name: /Administrador|menú de usuario/i })
      .first()
      .click();
    const told = page.waitForResponse('**/api/logout');
    await page.getByRole('button', { name: 'Cerrar Sesión' }).click();
    await told;
    await page.waitForURL('**/login');
    await page.getByRole('heading', { level: 1, name: 'Iniciar Sesión' }).waitFor();
    const kept = () =>
      page.evaluate(() => [localStorage.getItem('auth_token'), localStorage.getItem('user')]);
    await expect.poll(kept).toEqual([null, null]);
    const answer = await page.request.get('/api/user', { headers: { authorization: `Bearer ${token}` } });
    expect(answer.status()).toBe(401);
  });

  test('a token the server no longer knows signs out at the next call, with the warning of spec §8', async () => {
    const page = await newPage();
    await signIn(page, administrator);
    const warnings: string[] = [];
    page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
    await page.evaluate(() => localStorage.setItem('auth_token', 'pauta_vencido_vencido_vencido'));
    // In the same document: what it still asks may be the next call too.
    await follow(page, '/crm/clientes');
    await page.waitForURL('**/login');
    await expect.poll(() => warnings.join()).toMatch(/token/i);
  });

  test('on a phone the menu is a drawer that closes after navigating', async () => {
    const page = await newPage({ viewport: { width: widths.phone, height: 844 } });
    await signIn(page, administrator);
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: /abrir.*menú/i }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByPlaceholder('Buscar en el menú...').fill('clientes');
    await expectAccessible(page);
    await drawer.getByRole('link', { name: 'Clientes', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Clientes' }).waitFor();
    await drawer.waitFor({ state: 'hidden' });
    await expectNoSidewaysScroll(page);
  });
});
