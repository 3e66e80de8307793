import { chosenIn } from '@pauta/domain/inventory/packages/sold-package.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import { token as t } from '@pauta/layout/theme';
import { Button } from '@pauta/ui/controls/button.tsx';
import type { InputProps } from '@pauta/ui/field-components/inputs.tsx';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { styled } from 'styled-components';
import { usePackage } from './use-package.ts';

const ComponentChoice = lazy(async () => ({
  default: (await import('./component-choice.tsx')).ComponentChoice,
}));

const Root = styled.div`
  display: grid;
  justify-items: start;
  gap: ${t('space-1')};
  font-size: ${t('text-sm')};
  & > span { color: ${t('color-text-muted')}; }
  & > [data-error] { margin: 0; color: ${t('color-danger-text')}; }
`;

/** The components that a line sells of its package: chosen in a dialog if the package is configurable. */
export function ComponentsInput({
  label,
  value,
  values,
  onChange,
  onBlur,
  error,
  name,
}: InputProps): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const id = referenceId(values.package_id);
  const pack = usePackage(id);
  const chosen = chosenIn({ components: value });
  const count = chosen?.length ?? 0;
  const isFixed = pack?.kind === 'fixed';
  return (
    <Root onBlur={onBlur}>
      {isFixed && chosen === null ? (
        <span>Fijo: todos</span>
      ) : (
        <Button
          aria-label={`${label}: elegir`}
          disabledReason={pack ? undefined : 'Elija antes el paquete.'}
          id={name}
          onClick={() => (isFixed ? onChange(null) : setOpen(true))}
          size="small"
        >
          {isFixed
            ? 'Quitar la elección'
            : chosen === null
              ? 'Como se publicó'
              : count === 1
                ? '1 elegido'
                : `${count} elegidos`}
        </Button>
      )}
      {error !== undefined && <p data-error>{error}</p>}
      {isOpen && pack && (
        <Suspense>
          <ComponentChoice
            components={pack.components}
            name={pack.name}
            onChange={onChange}
            onClose={() => setOpen(false)}
            value={chosen}
          />
        </Suspense>
      )}
    </Root>
  );
}
