import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { contractTexts } from '@pauta/domain/sales/contracts/texts/contract-text.ts';
import { Card } from '@pauta/ui/controls/card.tsx';
import { EmptyState } from '@pauta/ui/controls/empty-state.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { paths } from '@pauta/ui/data/paths.ts';
import type { ReactElement } from 'react';
import { ClauseList } from './clause-list.tsx';
import { useTerms } from './terms-answer.ts';

/** The terms of a contract, filled with what it says: as they were sent to be signed, or as they would be now. */
export function TermsCard({ contract }: { readonly contract: AnyRecord }): ReactElement {
  const { data, error, mutate } = useTerms(contract.id);
  const answer = data?.data;
  return (
    <Card title={answer?.terms?.name ?? 'Condiciones'}>
      {error && <FailureBanner error={error} onRetry={() => void mutate()} />}
      {!answer && !error && <Skeleton lines={8} />}
      {answer && !answer.terms && (
        <EmptyState
          actions={<LinkButton to={paths.list(contractTexts)}>Textos de contratos</LinkButton>}
          title="Sin condiciones generales"
        >
          {answer.is_fixed
            ? 'Se envió a firma sin un texto de condiciones.'
            : 'Ningún texto está en uso para su compañía: ponga uno en uso antes de enviarlo a firma.'}
        </EmptyState>
      )}
      {answer?.terms && (
        <>
          <p>
            {answer.is_fixed
              ? 'Así se enviaron a firma: un cambio del texto ya no las toca.'
              : 'Así se enviarían a firma hoy, con lo que el contrato dice ahora.'}
          </p>
          <ClauseList clauses={answer.terms.clauses} />
        </>
      )}
    </Card>
  );
}
