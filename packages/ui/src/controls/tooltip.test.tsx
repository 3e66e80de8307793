import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';
import { Tooltip } from './tooltip.tsx';

const text = 'Copia la dirección';

test('a control stays the same element when its tooltip is loaded, appears and ends', async () => {
  const Page = ({ reason }: { reason?: string }) => (
    <>
      <Button disabledReason={reason}>Aprobar</Button>
      <IconButton icon="x" label="Cerrar" />
    </>
  );
  const view = render(<Page />);
  const [approve, close] = screen.getAllByRole('button');
  const user = userEvent.setup();
  await user.tab();
  await user.tab();
  expect(await screen.findByRole('tooltip')).toHaveProperty('textContent', 'Cerrar');
  view.rerender(<Page reason="Le falta el permiso." />);
  await user.tab({ shift: true });
  expect(await screen.findByRole('tooltip')).toHaveProperty('textContent', 'Le falta el permiso.');
  view.rerender(<Page />);
  expect(screen.getAllByRole('button')).toEqual([approve, close]);
  expect(document.activeElement).toBe(approve);
  expect(screen.queryByRole('tooltip')).toBeNull();
});

test('a tooltip opens under a pointer, not under a finger, and Escape ends it without leaving what is around', async () => {
  const keys: string[] = [];
  render(
    // biome-ignore lint/a11y/noStaticElementInteractions: it stands for a dialog.
    <div onKeyDown={({ key }) => keys.push(key)}>
      <Tooltip text={text}>
        <Button>Compartir</Button>
      </Tooltip>
    </div>,
  );
  const button = screen.getByRole('button');
  const user = userEvent.setup();
  await user.hover(button);
  expect(await screen.findByRole('tooltip')).toHaveProperty('textContent', text);
  button.focus();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
  expect(keys).toEqual([]);
  await user.keyboard('{Escape}');
  expect(keys).toEqual(['Escape']);
  await user.unhover(button);
  // The tooltip was open just now, so that the next one would open at once.
  fireEvent.pointerEnter(button, { pointerType: 'touch' });
  expect(screen.queryByRole('tooltip')).toBeNull();
});
