// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { estimate, estimates } from '../testing/command-fixtures.ts';
import type { Answer } from '../testing/contract.ts';
import { openScreens } from '../testing/screen-host.tsx';
import { CommandDialog } from './command-dialog.tsx';
import type { PlanDisplay } from './plan-display.ts';

const previewPath = (name: string): string => `/estimates/${estimate.id}/${name}/preview`;

async function open(name: 'send' | 'recalculate', answer?: Answer, plan?: PlanDisplay<never>) {
  const command = estimates.commands[name]!;
  const onDone = vi.fn();
  const host = await openScreens(
    estimates,
    <CommandDialog
      command={command}
      fields={command.fields}
      initial={{}}
      name={name}
      onClose={() => {}}
      onDone={onDone}
      plan={plan}
      record={estimate}
      resource={estimates}
      title="Campaña de verano"
    />,
    {
      records: [estimate],
      permissions: ['estimates.update_all', 'estimates.view_all'],
      before: (server) => answer && server.once('POST', previewPath(name), answer),
    },
  );
  const dialog = await screen.findByRole('dialog', { name: `${command.label}: Campaña de verano` });
  const previews = () => host.server.asked.filter(({ path }) => path === previewPath(name));
  const region = await within(dialog).findByRole('region', { name: 'Qué cambiará' });
  return { ...host, dialog, region, onDone, previews, inDialog: within(dialog), inRegion: within(region) };
}

const refusal = (status: number, body: object): Answer => ({ status, body });

test('a state change shows the fields that would change, without its remarks', async () => {
  const { user, inDialog, inRegion, region, previews } = await open('send');
  expect(inRegion.getByText('Complete los datos para ver qué cambiará.')).toBeTruthy();
  expect(region.getAttribute('aria-live')).toBe('polite');
  await user.type(inDialog.getByRole('textbox', { name: /^Destinatario/ }), 'Ana Peñaló');
  await waitFor(() => expect(inRegion.getByText('Estado')).toBeTruthy());
  expect(region.textContent).toContain('Borrador');
  expect(region.textContent).toContain('Enviado');
  expect(inRegion.getByText('Ana Peñaló')).toBeTruthy();
  expect(inRegion.queryByText('Total')).toBeNull();
  // One request after the pause, not one per keystroke: it carries the whole name.
  expect(previews().at(-1)?.body).toEqual({ recipient: 'Ana Peñaló' });
  expect(previews().length).toBeLessThan('Ana Peñaló'.length);
});

test('a refusal is shown at its field before the attempt, and leaves with the value', async () => {
  const { user, inDialog, inRegion } = await open(
    'send',
    refusal(422, {
      message: 'Hay datos por corregir.',
      errors: { recipient: ['Esta persona ya no trabaja ahí.'] },
    }),
  );
  const recipient = inDialog.getByRole('textbox', { name: /^Destinatario/ });
  await user.click(recipient);
  await user.paste('Luis');
  expect(await inDialog.findByText('Esta persona ya no trabaja ahí.')).toBeTruthy();
  expect(inRegion.getByText('Así no puede hacerse: revise los datos señalados.')).toBeTruthy();
  // Leaving the field checks it in the browser, which finds nothing wrong.
  await user.tab();
  expect(inDialog.getByText('Esta persona ya no trabaja ahí.')).toBeTruthy();
  await user.click(recipient);
  await user.paste('a Díaz');
  await waitFor(() => expect(inDialog.queryByText('Esta persona ya no trabaja ahí.')).toBeNull());
  expect(await inRegion.findByText('Enviado')).toBeTruthy();
});

test('a refusal of the command shows all its reasons above the buttons, and cannot be confirmed', async () => {
  const { inDialog, inRegion, user, address, onDone, server } = await open(
    'recalculate',
    refusal(409, {
      message: 'No hay tarifas.',
      reasons: [
        {
          text: 'No hay tarifas para marzo.',
          fix: { label: 'Ver las tarifas', path: '/crm/clientes/tarifas' },
        },
        { text: 'La moneda no tiene tasa.', who: 'Luis Gómez' },
      ],
    }),
  );
  expect(await inRegion.findByText(/No hay tarifas para marzo/)).toBeTruthy();
  expect(inRegion.getByText('La moneda no tiene tasa. Puede ayudar Luis Gómez.')).toBeTruthy();
  const confirm = inDialog.getByRole('button', { name: 'Recalcular' });
  expect(confirm.getAttribute('aria-disabled')).toBe('true');
  const asked = server.asked.length;
  await user.click(confirm);
  expect(server.asked).toHaveLength(asked);
  expect(onDone).not.toHaveBeenCalled();
  await user.click(inRegion.getByRole('link', { name: 'Ver las tarifas' }));
  expect(address()).toBe('/crm/clientes/tarifas');
});

test('a dry run that fails for another reason is tried again, and the command runs without it', async () => {
  const { inDialog, inRegion, user, onDone } = await open(
    'recalculate',
    refusal(503, { message: 'Espere.' }),
    {
      show: () => <p>Quedan 12 líneas</p>,
    },
  );
  await user.click(await inRegion.findByRole('button', { name: 'Reintentar' }));
  expect(await inRegion.findByText('Quedan 12 líneas')).toBeTruthy();
  await user.click(inDialog.getByRole('button', { name: 'Recalcular' }));
  await waitFor(() => expect(onDone).toHaveBeenCalled());
});

test('a plan without a display shows nothing but a refusal', async () => {
  const { region, previews } = await open('recalculate');
  await waitFor(() => expect(previews()).toHaveLength(1));
  await waitFor(() => expect(region.getAttribute('aria-busy')).toBe('false'));
  expect(region.textContent).toBe('');
});

test('the command can be confirmed before its dry run is answered', async () => {
  const { user, inDialog, onDone, server } = await open('send');
  await user.click(inDialog.getByRole('textbox', { name: /^Comentario/ }));
  await user.paste('Como se acordó');
  await user.click(inDialog.getByRole('textbox', { name: /^Destinatario/ }));
  await user.paste('Ana Peñaló');
  await user.click(inDialog.getByRole('button', { name: 'Enviar' }));
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(server.rows[0]?.status).toBe('sent');
});
