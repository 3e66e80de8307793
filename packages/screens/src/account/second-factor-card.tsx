import { useApiQuery } from '@pauta/core/react';
import { dateTime } from '@pauta/domain/kinds/date.ts';
import { formatField } from '@pauta/domain/kinds/kind.ts';
import { Badge } from '@pauta/ui/controls/badge.tsx';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { Button } from '@pauta/ui/controls/button.tsx';
import { Card } from '@pauta/ui/controls/card.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { styled } from 'styled-components';

const SecondFactorSetUp = lazy(async () => ({
  default: (await import('./second-factor-set-up.tsx')).SecondFactorSetUp,
}));
const SecondFactorChange = lazy(async () => ({
  default: (await import('./second-factor-change.tsx')).SecondFactorChange,
}));

/** The user's own second factor, as the API returns it. */
interface SecondFactor {
  readonly enabled: boolean;
  readonly confirmed_at: string | null;
  readonly recovery_codes_left: number;
  readonly required: boolean;
}

const since = dateTime('Activa desde');

const Text = styled.div`
  display: grid;
  gap: var(--pauta-space-3);
  & > p { margin: 0; }
  & > p[data-muted] { color: var(--pauta-color-text-muted); }
  & > div { display: flex; flex-wrap: wrap; gap: var(--pauta-space-2); }
`;

const left = (count: number): string =>
  count === 1 ? 'Le queda 1 código de recuperación.' : `Le quedan ${count} códigos de recuperación.`;

/** Turns the second factor on and off, and issues new recovery codes. */
export function SecondFactorCard(): ReactElement {
  const { data, error, mutate } = useApiQuery<{ data: SecondFactor }>('/profile/second-factor');
  const [open, setOpen] = useState<'set-up' | 'disable' | 'recovery-codes' | null>(null);
  const close = (): void => {
    setOpen(null);
    void mutate();
  };
  const factor = data?.data;
  return (
    <Card
      actions={
        factor && (
          <Badge tone={factor.enabled ? 'success' : 'neutral'}>
            {factor.enabled ? 'Activa' : 'Inactiva'}
          </Badge>
        )
      }
      title="Verificación en dos pasos"
    >
      {error && !factor && <FailureBanner error={error} onRetry={() => void mutate()} />}
      {!error && !factor && <Skeleton lines={2} />}
      {factor && (
        <Text>
          <p>
            Además de su contraseña, un código de 6 dígitos que cambia cada 30 segundos en su teléfono: quien
            conozca su contraseña no podrá entrar sin él.
          </p>
          {factor.enabled && (
            <p data-muted>
              Activa desde {formatField(since, factor.confirmed_at ?? '')}. {left(factor.recovery_codes_left)}
            </p>
          )}
          {factor.enabled && factor.recovery_codes_left < 3 && (
            <Banner tone="warning">Pida códigos nuevos antes de quedarse sin ninguno.</Banner>
          )}
          <div>
            {factor.enabled ? (
              <>
                <Button onClick={() => setOpen('recovery-codes')}>Códigos nuevos</Button>
                <Button
                  disabledReason={factor.required ? 'Su rol exige la verificación en dos pasos.' : undefined}
                  onClick={() => setOpen('disable')}
                  tone="quiet"
                >
                  Desactivar
                </Button>
              </>
            ) : (
              <Button onClick={() => setOpen('set-up')} tone="primary">
                Activar
              </Button>
            )}
          </div>
        </Text>
      )}
      <Suspense>
        {open === 'set-up' && <SecondFactorSetUp onClose={close} />}
        {(open === 'disable' || open === 'recovery-codes') && (
          <SecondFactorChange onClose={close} what={open} />
        )}
      </Suspense>
    </Card>
  );
}
