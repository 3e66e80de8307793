import { useApiMutation } from '@pauta/core/react';
import { ecfIssuers } from '@pauta/domain/fiscal/do/ecf-issuer.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { Dialog } from '@pauta/ui/controls/dialog.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { describeFailure } from '@pauta/ui/data/failure.ts';
import { type ReactElement, useEffect, useRef } from 'react';
import { styled } from 'styled-components';

interface Probe {
  /** Why the company cannot sign in; null if it can. */
  readonly access: string | null;
  readonly services_failure: string | null;
  readonly services: readonly { readonly name: string; readonly status: string }[];
  readonly directory: {
    readonly name: string | null;
    readonly reception: string | null;
    readonly approval: string | null;
  } | null;
}

const Root = styled.div`
  display: grid;
  gap: var(--pauta-space-4);
  & h3 { margin: 0; font-size: 1rem; }
  & p, & ul { margin: 0; }
  & li { overflow-wrap: anywhere; }
`;

function Result({ probe }: { readonly probe: Probe }): ReactElement {
  const { access, services, services_failure, directory } = probe;
  return (
    <Root>
      <Banner live tone={access === null ? 'success' : 'danger'}>
        {access ?? 'La compañía entra a los servicios con su certificado.'}
      </Banner>
      <section>
        <h3>Servicios</h3>
        {services.length === 0 ? (
          <p>{services_failure ?? 'La administración tributaria no dice cómo están sus servicios.'}</p>
        ) : (
          <ul>
            {services.map(({ name, status }) => (
              <li key={name}>
                {name}: {status}
              </li>
            ))}
          </ul>
        )}
      </section>
      <section>
        <h3>Directorio de facturadores electrónicos</h3>
        {directory === null ? (
          <p>La compañía no está en el directorio, o ese ambiente no lo tiene.</p>
        ) : (
          <ul>
            <li>Nombre: {directory.name}</li>
            <li>Recepción: {directory.reception ?? 'sin dirección'}</li>
            <li>Aprobación comercial: {directory.approval ?? 'sin dirección'}</li>
          </ul>
        )}
      </section>
    </Root>
  );
}

/** Asks the tax authority once it opens, and shows what it answered. */
export function ProbeDialog({
  issuer,
  onClose,
}: {
  readonly issuer: AnyRecord;
  readonly onClose: () => void;
}): ReactElement {
  const { run, data, error } = useApiMutation((api) =>
    api.post<{ readonly data: Probe }>(`/${ecfIssuers.path}/${issuer.id}/probe`, {}),
  );
  const hasBegun = useRef(false);
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    // The failure is shown below.
    run(undefined).catch(() => {});
  }, [run]);
  return (
    <Dialog onClose={onClose} open title={`Conexión de ${String(issuer.name)}`} width={40}>
      {error ? (
        <Banner live tone="danger">
          {describeFailure(error).message}
        </Banner>
      ) : data ? (
        <Result probe={data.data} />
      ) : (
        <Skeleton lines={6} />
      )}
    </Dialog>
  );
}
