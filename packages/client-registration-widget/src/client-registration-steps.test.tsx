import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ClientRegistrationProps } from './client-registration-props.ts';
import { ClientRegistration } from './eager.tsx';
import { type FormServer, startFormServer } from './testing/form-server.ts';

let server: FormServer;
beforeEach(async () => {
  server = await startFormServer({ definition: { layout: 'steps' } });
});
afterEach(() => server.close());

type User = ReturnType<typeof userEvent.setup>;

async function show(props: Partial<ClientRegistrationProps> = {}) {
  const user = userEvent.setup();
  const view = render(<ClientRegistration formKey="pk_prueba" apiBase={server.url} {...props} />);
  await waitFor(() => expect(view.container.querySelector('[data-loading]')).toBeNull());
  return { user, ...view };
}
const field = (name: RegExp) => screen.getByLabelText(name);
const press = (user: User, name: string) => user.click(screen.getByRole('button', { name }));
const next = (user: User) => press(user, 'Continuar');
const atStep = async (name: string) => {
  const heading = await screen.findByRole('heading', { name });
  await waitFor(() => expect(document.activeElement).toBe(heading));
};

async function company(user: User) {
  await user.type(field(/^Razón social/), 'Panadería La Unión, SRL');
  await user.type(field(/^Número de identificación fiscal/), '101850043');
}
async function contact(user: User) {
  await user.type(field(/^Nombre(?! com)/), 'Ana');
  await user.type(field(/^Apellido/), 'Núñez');
  await user.type(field(/^Correo/), 'ana@launion.do');
  await user.type(field(/^Teléfono/), '(809) 555-0100');
}

it('asks in three steps and shows the current one', async () => {
  const onStep = vi.fn();
  const { user } = await show({ onStep });
  screen.getByRole('heading', { name: 'Paso 1 de 3 Su empresa' });
  expect(screen.queryByRole('heading', { name: /Persona de contacto/ })).toBeNull();
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Atrás' })).toBeNull();
  await company(user);
  await next(user);

  await atStep('Paso 2 de 3 Persona de contacto');
  expect(screen.queryByRole('heading', { name: /Su empresa/ })).toBeNull();
  await contact(user);
  // Enter continues as well.
  await user.keyboard('{Enter}');

  await atStep('Paso 3 de 3 Su publicidad');
  expect(screen.queryByRole('button', { name: 'Continuar' })).toBeNull();
  await user.click(field(/^Acepto/));
  await press(user, 'Enviar registro');
  await screen.findByText('REG-2026-000001');
  expect(onStep.mock.calls).toEqual([[{ from: 1, to: 2 }], [{ from: 2, to: 3 }]]);
  expect([...server.registrations.values()]).toMatchObject([
    { legal_name: 'Panadería La Unión, SRL', contact: { first_name: 'Ana' }, consent: true },
  ]);
});

it('continues only from a step without errors, and lists only the errors of that step', async () => {
  const onInvalid = vi.fn();
  const { user } = await show({ onInvalid });
  await next(user);
  const box = await screen.findByRole('alert');
  await waitFor(() => expect(document.activeElement).toBe(box));
  within(box).getByText('Hay 2 datos por corregir');
  expect(onInvalid).toHaveBeenCalledExactlyOnceWith({ fields: ['legal_name', 'tax_id'] });
  screen.getByRole('heading', { name: 'Paso 1 de 3 Su empresa' });
  await company(user);
  await next(user);
  await atStep('Paso 2 de 3 Persona de contacto');
  expect(screen.queryByRole('alert')).toBeNull();
});

it('goes back from any step without losing answers', async () => {
  const { user } = await show();
  await company(user);
  await next(user);
  await user.type(field(/^Correo/), 'a medio escrib');
  await press(user, 'Atrás');
  await atStep('Paso 1 de 3 Su empresa');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(field(/^Razón social/)).toHaveProperty('value', 'Panadería La Unión, SRL');
  await next(user);
  expect(field(/^Correo/)).toHaveProperty('value', 'a medio escrib');
});

it('does not skip a step on a double click', async () => {
  const { user } = await show();
  await company(user);
  await user.dblClick(screen.getByRole('button', { name: 'Continuar' }));
  screen.getByRole('heading', { name: 'Paso 2 de 3 Persona de contacto' });
  expect(screen.queryByRole('alert')).toBeNull();
});

it('asks for the agency in the step of that question', async () => {
  const { user } = await show();
  await company(user);
  await next(user);
  await contact(user);
  await next(user);
  await user.click(screen.getByRole('radio', { name: 'Sí' }));
  await user.click(field(/^Acepto/));
  await press(user, 'Enviar registro');
  within(await screen.findByRole('alert')).getByText(/Escriba el nombre de la agencia/);
  await user.type(field(/^Nombre de la agencia/), 'Agencia Uno');
  await press(user, 'Enviar registro');
  await screen.findByText('REG-2026-000001');
});

it('shows errors of the server in their step, and keeps those of later steps', async () => {
  const onStep = vi.fn();
  const { user } = await show({ onStep });
  await company(user);
  await next(user);
  await contact(user);
  await next(user);
  await user.click(field(/^Acepto/));
  server.next('registrations', {
    status: 422,
    body: {
      message: 'Revise los datos.',
      errors: { legal_name: ['Use el nombre completo.'], 'contact.email': ['Use otro correo.'] },
    },
  });
  await press(user, 'Enviar registro');
  const box = await screen.findByRole('alert');
  await waitFor(() => expect(document.activeElement).toBe(box));
  screen.getByRole('heading', { name: 'Paso 1 de 3 Su empresa' });
  expect(onStep).toHaveBeenLastCalledWith({ from: 3, to: 1 });
  await user.click(within(box).getByRole('link', { name: 'Razón social' }));
  await user.keyboard(' y Compañía');
  await next(user);
  await atStep('Paso 2 de 3 Persona de contacto');
  within(screen.getByRole('alert')).getByText('Use otro correo.', { exact: false });
  await user.type(field(/^Correo/), '.es');
  await next(user);
  await press(user, 'Enviar registro');
  await screen.findByText('REG-2026-000001');
});

it('restores the step of the draft, or the first step with answers that drafts omit', async () => {
  const { user, unmount } = await show();
  await company(user);
  await next(user);
  await contact(user);
  await next(user);
  unmount();
  const { user: again } = await show();
  screen.getByRole('heading', { name: 'Paso 3 de 3 Su publicidad' });
  await again.click(field(/^Acepto/));
  await press(again, 'Enviar registro');
  within(await screen.findByRole('alert')).getByText(/Escriba el número de identificación/);
  screen.getByRole('heading', { name: 'Paso 1 de 3 Su empresa' });
  await press(again, 'Empezar de cero');
  expect(field(/^Razón social/)).toHaveProperty('value', '');
});

it('has two steps without questions about advertising', async () => {
  await server.close();
  server = await startFormServer({
    definition: {
      layout: 'steps',
      hidden: ['platform_ids', 'investment_band', 'has_agency', 'comments'],
    },
  });
  const { user } = await show();
  await company(user);
  await next(user);
  await atStep('Paso 2 de 2 Persona de contacto');
  await contact(user);
  await user.click(field(/^Acepto/));
  await press(user, 'Enviar registro');
  await screen.findByText('REG-2026-000001');
});

it('prefers the layout of the page over that of the form', async () => {
  await show({ layout: 'page' });
  screen.getByRole('heading', { name: 'Su empresa' });
  screen.getByRole('heading', { name: 'Persona de contacto' });
  screen.getByRole('button', { name: 'Enviar registro' });
});
