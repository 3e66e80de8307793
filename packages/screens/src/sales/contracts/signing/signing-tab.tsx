import { useApiQuery } from '@pauta/core/react';
import { companyToday, formatInstant } from '@pauta/domain/calendar/company-clock.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import { token as t } from '@pauta/layout/theme';
import { CommandDialog } from '@pauta/ui/command/command-dialog.tsx';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { Button } from '@pauta/ui/controls/button.tsx';
import { Card } from '@pauta/ui/controls/card.tsx';
import { DescriptionList } from '@pauta/ui/controls/description-list.tsx';
import { EmptyState } from '@pauta/ui/controls/empty-state.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { useMay } from '@pauta/ui/data/may.ts';
import { type ReactElement, useState } from 'react';
import { styled } from 'styled-components';
import { ShareSigning } from './share-signing.tsx';
import { SignInPerson } from './sign-in-person.tsx';
import { SignerList } from './signer-list.tsx';
import type { SignerAnswer, SigningAnswer } from './signing-answer.ts';
import { SigningPdf } from './signing-pdf.tsx';

const Root = styled.div`
  display: grid;
  gap: ${t('space-4')};
`;

const { share_signing, sign_in_person, record_signature } = contracts.commands;

type Act = 'share_signing' | 'sign_in_person' | 'record_signature';

/** How the signing ended, and what to do next while the contract can be submitted again. */
const Outcome = ({
  signing: { outcome, refusal_reason },
  isDraft,
}: {
  signing: SigningAnswer;
  isDraft: boolean;
}): ReactElement | null => {
  const next = isDraft && 'Corrija el contrato y use «Enviar a firma» otra vez: se firma de nuevo entero.';
  if (outcome === 'completed')
    return <Banner tone="success">Todos firmaron: el contrato quedó firmado con la última firma.</Banner>;
  if (outcome === 'refused')
    return (
      <Banner tone="danger">
        <strong>Un firmante no quiso firmar.</strong> {refusal_reason} {next}
      </Banner>
    );
  return outcome === 'withdrawn' ? (
    <Banner tone="warning">Se retiró antes de que todos firmaran. {next}</Banner>
  ) : null;
};

/** What to know of a contract for which no signatures were asked. */
const NotAsked = ({ contract }: { contract: AnyRecord }): ReactElement => {
  if (contract.status === 'draft')
    return (
      <EmptyState title="Todavía no se envió a firma">
        «Enviar a firma» fija lo que se firma y quién firma. Después puede compartir un enlace con cada
        firmante, hacer que firme en persona o registrar su firma en papel.
      </EmptyState>
    );
  return contract.status === 'pending_signature' ? (
    <EmptyState title="Las firmas todavía no se pidieron">
      «Recordar firma» se las pide por correo a los firmantes. Si ya firmaron en papel, use «Registrar firma».
    </EmptyState>
  ) : (
    <EmptyState title="No hay firmas guardadas">
      Las de este contrato no se guardaron una por una. Lo que se firmó está en «Versiones».
    </EmptyState>
  );
};

/** Who signs a contract and how each signed, and how those sign who have not. */
export function SigningTab({ contract }: { readonly contract: AnyRecord }): ReactElement {
  const may = useMay(contracts);
  const [acting, setActing] = useState<{ readonly act: Act; readonly signer: SignerAnswer } | null>(null);
  const { data, error, mutate } = useApiQuery<{ data: SigningAnswer | null }>(
    `/contracts/${contract.id}/signing`,
  );
  if (error && !data) return <FailureBanner error={error} onRetry={() => void mutate()} />;
  if (!data)
    return (
      <Card>
        <Skeleton lines={4} />
      </Card>
    );
  const signing = data.data;
  if (signing === null) return <NotAsked contract={contract} />;

  const isOpen = contract.status === 'pending_signature' && signing.outcome === null && !contract.archived_at;
  const offers = (command: typeof share_signing): boolean =>
    command !== undefined && isOpen && may.command(contract, command).allowed;
  const actionsOf = (signer: SignerAnswer): ReactElement => {
    const button = (act: Act, text: string): ReactElement => (
      <Button
        aria-label={`${text}: ${signer.full_name}`}
        onClick={() => setActing({ act, signer })}
        size="small"
      >
        {text}
      </Button>
    );
    return (
      <>
        {offers(share_signing) && button('share_signing', 'Compartir')}
        {signer.in_turn && offers(sign_in_person) && button('sign_in_person', 'Firmar en persona')}
        {offers(record_signature) && button('record_signature', 'Firma en papel')}
      </>
    );
  };
  const close = (): void => setActing(null);
  const reload = (): void => void mutate();
  return (
    <Root>
      <Outcome isDraft={contract.status === 'draft'} signing={signing} />
      <Card title="Firmantes">
        <SignerList
          actions={[share_signing, sign_in_person, record_signature].some(offers) ? actionsOf : undefined}
          signing={signing}
        />
      </Card>
      <Card actions={<SigningPdf contract={contract} onSaved={reload} />} title="Lo que se firma">
        <DescriptionList
          items={[
            { key: 'at', label: 'Se envió a firma', value: formatInstant(signing.at) },
            { key: 'hash', label: 'Huella del contenido (SHA-256)', value: signing.hash, wide: true },
            {
              key: 'pdf',
              label: 'Huella del PDF (SHA-256)',
              value: signing.document_hash ?? 'El PDF se prepara la primera vez que alguien lo abre.',
              wide: true,
            },
          ]}
        />
      </Card>
      {acting?.act === 'share_signing' && (
        <ShareSigning contract={contract} onClose={close} signer={acting.signer} />
      )}
      {acting?.act === 'sign_in_person' && (
        <SignInPerson
          contract={contract}
          isRead={signing.document_hash !== null}
          onClose={close}
          onRead={reload}
          signer={acting.signer}
        />
      )}
      {acting?.act === 'record_signature' && record_signature && (
        <CommandDialog
          command={record_signature}
          fields={record_signature.fields}
          fixed={{ signer_id: acting.signer.id }}
          initial={{ signed_on: companyToday() }}
          name="record_signature"
          onClose={close}
          onDone={close}
          record={contract}
          resource={contracts}
          title={acting.signer.full_name}
        />
      )}
    </Root>
  );
}
