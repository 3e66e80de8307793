import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ClientRegistrationHandle, ClientRegistrationProps } from './client-registration-props.ts';
import { ClientRegistration } from './eager.tsx';
import { type FormServer, startFormServer } from './testing/form-server.ts';

let server: FormServer;
beforeEach(async () => {
  server = await startFormServer();
});
afterEach(() => server.close());

async function show(props: Partial<ClientRegistrationProps> = {}) {
  const user = userEvent.setup();
  const ready = new Promise<ClientRegistrationHandle>((resolve) => {
    render(
      <ClientRegistration
        formKey="pk_prueba"
        apiBase={server.url}
        onReady={({ form }) => resolve(form)}
        {...props}
      />,
    );
  });
  return { user, form: await ready };
}
const field = (name: string | RegExp) => screen.getByLabelText<HTMLInputElement>(name);
const press = (name: string) => screen.getByRole('button', { name });

/** Values for all required fields. */
const whole = {
  legal_name: 'Panadería La Unión, SRL',
  tax_id: '101850043',
  'contact.first_name': 'Ana',
  'contact.last_name': 'Núñez',
  'contact.email': 'ana@launion.do',
  'contact.phone': '809 555 0100',
};

it('starts with the preset answers to the questions that it asks', async () => {
  const { user } = await show({
    values: {
      country: 'MX',
      legal_name: 'Cervecería Ábaco',
      industry_id: '0199-2',
      platform_ids: ['0198-2'],
      has_agency: true,
      consent: true,
      fax: 'no',
      'contact.job': ['no', 'es', 'texto'],
      nothing: 'de esto',
    },
  });
  expect(field(/^País/).value).toBe('MX');
  expect(field(/^Tipo de identificación/).value).toBe('RFC');
  expect(field('Razón social *').value).toBe('Cervecería Ábaco');
  expect(field('Industria').value).toBe('0199-2');
  expect(field('Radio').checked).toBe(true);
  expect(field(/^Nombre de la agencia/).value).toBe('');
  expect(field(/^Acepto/).checked).toBe(false);
  expect(field('Deje este campo vacío').value).toBe('');
  expect(field('Cargo').value).toBe('');
  await user.clear(field('Razón social *'));
  await user.type(field('Razón social *'), 'Otra');
  expect(field('Razón social *').value).toBe('Otra');
});

it('ignores an unlisted country', async () => {
  await show({ values: { country: 'XX' } });
  expect(field(/^País/).value).toBe('DO');
});

it('prefers the draft over preset answers, but not over hidden ones', async () => {
  const draft = { legal_name: 'De la visita', country: 'MX', 'contact.job': 'Gerencia' };
  sessionStorage.setItem('crw:draft:pk_prueba', JSON.stringify({ at: Date.now(), answers: draft }));
  const { form } = await show({
    values: { legal_name: 'De la página' },
    hiddenValues: { 'contact.job': 'Compras' },
  });
  expect(field('Razón social *').value).toBe('De la visita');
  expect(form.getValues()).toMatchObject({ country: 'MX', 'contact.job': 'Compras' });
  expect(screen.queryByLabelText('Cargo')).toBeNull();
});

it('sends hidden answers, and the preset campaign when the address has none', async () => {
  window.history.replaceState(null, '', '?utm_source=radio');
  const { user } = await show({
    values: whole,
    hiddenValues: {
      industry_id: '0199-3',
      locality: 'Santiago',
      utm_source: 'sitio',
      utm_campaign: 'verano',
    },
  });
  expect(screen.queryByLabelText('Industria')).toBeNull();
  expect(screen.queryByLabelText('Ciudad o localidad')).toBeNull();
  await user.click(field(/^Acepto/));
  await user.click(press('Enviar registro'));
  await screen.findByText('REG-2026-000001');
  window.history.replaceState(null, '', '?');
  expect([...server.registrations.values()]).toMatchObject([
    {
      industry_id: '0199-3',
      locality: 'Santiago',
      attribution: { utm_source: 'radio', utm_campaign: 'verano' },
    },
  ]);
});

it('asks the question of an invalid hidden answer, in its step', async () => {
  const { user, form } = await show({
    layout: 'steps',
    values: whole,
    hiddenValues: { 'contact.email': 'sin arroba' },
  });
  act(() => form.submit());
  await screen.findByRole('heading', { name: /^Paso 2 de 3/ });
  expect(screen.queryByLabelText(/^Correo/)).toBeNull();
  await user.click(press('Continuar'));
  expect((await screen.findByLabelText(/^Correo/)).getAttribute('aria-invalid')).toBe('true');
  await user.clear(field(/^Correo/));
  await user.type(field(/^Correo/), 'ana@launion.do');
  await user.click(press('Continuar'));
  await screen.findByRole('heading', { name: /^Paso 3 de 3/ });
});

it('lets the page read, set, reset and submit it', async () => {
  const onChange = vi.fn();
  const { user, form } = await show({ onChange });
  await user.type(field('Nombre comercial'), 'L');
  act(() => form.setValues({ ...whole, trade_name: 'La Unión', consent: true }));
  expect(onChange.mock.calls).toEqual(
    ['trade_name', 'legal_name', 'trade_name', ...Object.keys(whole).slice(1)].map((name) => [{ name }]),
  );
  expect(field('Nombre comercial').value).toBe('La Unión');
  expect(form.getValues()).toMatchObject({ ...whole, trade_name: 'La Unión', consent: false });
  expect(form.getValues()).not.toHaveProperty('fax');

  act(() => form.submit());
  await screen.findByText(/^Marque la casilla/);
  act(() => form.reset());
  expect(form.getValues()).toMatchObject({ legal_name: '', trade_name: '' });
  await waitFor(() => expect(document.activeElement).toBe(field(/^País/)));
  expect(sessionStorage.length).toBe(0);
});

it('reports the last field when the page is left with unsent answers', async () => {
  const onAbandon = vi.fn();
  const onStart = vi.fn();
  const { user, form } = await show({ onAbandon, onStart, values: whole });
  const leave = () => window.dispatchEvent(new Event('pagehide'));
  leave();
  expect(onAbandon).not.toHaveBeenCalled();
  await user.type(field('Dirección'), 'Calle');
  leave();
  expect(onAbandon).toHaveBeenCalledExactlyOnceWith({ lastField: 'address' });
  await user.click(field(/^Acepto/));
  act(() => form.submit());
  await user.click(await screen.findByRole('button', { name: 'Registrar otra empresa' }));
  leave();
  expect(onAbandon).toHaveBeenCalledOnce();
  expect(onStart).toHaveBeenCalledOnce();
});
