import { useApiQuery } from '@pauta/core/react';
import { formatInstant } from '@pauta/domain/calendar/company-clock.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { addenda } from '@pauta/domain/sales/addenda/addendum.ts';
import { token as t } from '@pauta/layout/theme';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { Card } from '@pauta/ui/controls/card.tsx';
import { copyText } from '@pauta/ui/controls/copy-text.ts';
import { EmptyState } from '@pauta/ui/controls/empty-state.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { IconButton } from '@pauta/ui/controls/icon-button.tsx';
import { elsewhere } from '@pauta/ui/controls/outside-button.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { paths } from '@pauta/ui/data/paths.ts';
import { DownloadButton } from '@pauta/ui/export/download-button.tsx';
import { Link } from '@pauta/ui/router.ts';
import { Copy } from 'lucide-react';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';

/** A version of a contract, as the API answers it with its chain. */
export interface ChainVersion {
  readonly version: number;
  readonly addendum: { readonly id: string; readonly number: string } | null;
  readonly created_at: string;
  readonly hash: string;
  /** Why it does not verify; empty if it does. */
  readonly problems: readonly string[];
  /** Path of the public page that checks it. */
  readonly path: string;
}

interface Chain {
  /** Null: the contract is not signed. */
  readonly is_intact: boolean | null;
  readonly versions: readonly ChainVersion[];
}

const Versions = styled.ol`
  display: grid;
  gap: ${t('space-4')};
  margin: 0;
  padding: 0;
  list-style: none;
  & > li { display: flex; flex-wrap: wrap; align-items: center; gap: ${t('space-1')} ${t('space-4')}; }
  & small { color: ${t('color-text-muted')}; font-size: ${t('text-sm')}; }
  & [data-hash] { display: flex; align-items: center; gap: ${t('space-1')}; }
  & [data-problems] { flex-basis: 100%; margin: 0; color: ${t('color-danger-text')}; }
`;

const Root = styled.div`
  display: grid;
  gap: ${t('space-4')};
`;

const VersionRow = ({ contract, one }: { contract: AnyRecord; one: ChainVersion }): ReactElement => (
  <li>
    <strong>Versión {one.version}</strong>
    {one.addendum === null ? (
      <span>Contrato firmado</span>
    ) : (
      <Link to={paths.record(addenda, one.addendum.id)}>{`Adenda ${one.addendum.number}`}</Link>
    )}
    <small>{formatInstant(one.created_at)}</small>
    <span data-hash>
      <code title={one.hash}>{`${one.hash.slice(0, 12)}…`}</code>
      <IconButton
        icon={<Copy aria-hidden size={15} />}
        label={`Copiar la huella de la versión ${one.version}`}
        onClick={() => copyText(one.hash, 'Huella copiada')}
      />
    </span>
    <DownloadButton
      name={`Contrato ${String(contract.number)} v${one.version}.pdf`}
      path={`/contracts/${contract.id}/contract.pdf?version=${one.version}`}
      size="small"
    >
      {`PDF de la versión ${one.version}`}
    </DownloadButton>
    <a {...elsewhere} href={one.path}>{`Página pública de la versión ${one.version}`}</a>
    {one.problems.length > 0 && <p data-problems>{one.problems.join(' ')}</p>}
  </li>
);

/** The versions of a contract with their documents, whether their hashes verify, and the proof to hand out. */
export function ContractVersions({ contract }: { readonly contract: AnyRecord }): ReactElement {
  const { data, error, mutate } = useApiQuery<{ data: Chain }>(`/contracts/${contract.id}/chain`);
  if (error && !data) return <FailureBanner error={error} onRetry={() => void mutate()} />;
  if (!data)
    return (
      <Card>
        <Skeleton lines={3} />
      </Card>
    );
  const { is_intact, versions } = data.data;
  if (is_intact === null)
    return (
      <EmptyState title="Todavía no tiene versiones">
        La firma guarda la primera versión, con la huella de su contenido. Cada adenda aplicada guarda otra.
      </EmptyState>
    );
  return (
    <Root>
      {is_intact ? (
        <Banner tone="success">La cadena verifica: ninguna versión se alteró.</Banner>
      ) : (
        <Banner tone="danger">
          La cadena no verifica. Avise a quien administra el sistema antes de usar este contrato.
        </Banner>
      )}
      <Card title="Versiones">
        <Versions>
          {versions.toReversed().map((one) => (
            <VersionRow contract={contract} key={one.version} one={one} />
          ))}
        </Versions>
      </Card>
      <div>
        <DownloadButton
          name={`Prueba ${String(contract.number)}.json`}
          path={`/contracts/${contract.id}/contract.json`}
        >
          Descargar prueba
        </DownloadButton>
      </div>
    </Root>
  );
}
