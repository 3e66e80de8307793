import { useApiQuery } from '@pauta/core/react';
import { companyToday, formatInstant } from '@pauta/domain/calendar/company-clock.ts';
import type { Command } from '@pauta/domain/resource/command.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import { agree, theOne, thisOne } from '@pauta/domain/text/label.ts';
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
import type { SignedDocument } from './signed-document.ts';
import { SignerList } from './signer-list.tsx';
import type { SignerAnswer, SigningAnswer } from './signing-answer.ts';
import { SigningPdf } from './signing-pdf.tsx';

const Root = styled.div`
  display: grid;
  gap: ${t('space-4')};
`;

type Act = 'share_signing' | 'sign_in_person' | 'record_signature';

/** How the signing ended, and what to do next while the document can be submitted again. */
const Outcome = ({
  signing: { outcome, refusal_reason },
  isDraft,
  resource: { label },
}: {
  signing: SigningAnswer;
  isDraft: boolean;
  resource: Resource;
}): ReactElement | null => {
  const next =
    isDraft &&
    `Corrija ${theOne(label)} y use «Enviar a firma» otra vez: se firma de nuevo ${agree(label, 'entero')}.`;
  if (outcome === 'completed')
    return (
      <Banner tone="success">
        Todos firmaron: {theOne(label)} quedó {agree(label, 'firmado')} con la última firma.
      </Banner>
    );
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

/** What to know of a document for which no signatures were asked. */
const NotAsked = ({ record, resource: { label } }: SignedDocument): ReactElement => {
  if (record.status === 'draft')
    return (
      <EmptyState title="Todavía no se envió a firma">
        «Enviar a firma» fija lo que se firma y quién firma. Después puede compartir un enlace con cada
        firmante, hacer que firme en persona o registrar su firma en papel.
      </EmptyState>
    );
  return record.status === 'pending_signature' ? (
    <EmptyState title="Las firmas todavía no se pidieron">
      «Recordar firma» se las pide por correo a los firmantes. Si ya firmaron en papel, regístrelas todas a la
      vez.
    </EmptyState>
  ) : (
    <EmptyState title="No hay firmas guardadas">
      Las de {thisOne(label)} no se guardaron una por una. Lo que se firmó está en las versiones del contrato.
    </EmptyState>
  );
};

/** Who signs a document and how each signed, and how those sign who have not. */
export function SigningTab({ record, resource }: SignedDocument): ReactElement {
  const may = useMay(resource);
  const { share_signing, sign_in_person, record_signature } = resource.commands;
  const [acting, setActing] = useState<{ readonly act: Act; readonly signer: SignerAnswer } | null>(null);
  const { data, error, mutate } = useApiQuery<{ data: SigningAnswer | null }>(
    `/${resource.path}/${record.id}/signing`,
  );
  if (error && !data) return <FailureBanner error={error} onRetry={() => void mutate()} />;
  if (!data)
    return (
      <Card>
        <Skeleton lines={4} />
      </Card>
    );
  const signing = data.data;
  if (signing === null) return <NotAsked record={record} resource={resource} />;

  const isOpen = record.status === 'pending_signature' && signing.outcome === null && !record.archived_at;
  const offers = (command: Command | undefined): boolean =>
    command !== undefined && isOpen && may.command(record, command).allowed;
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
      <Outcome isDraft={record.status === 'draft'} resource={resource} signing={signing} />
      <Card title="Firmantes">
        <SignerList
          actions={[share_signing, sign_in_person, record_signature].some(offers) ? actionsOf : undefined}
          signing={signing}
        />
      </Card>
      <Card
        actions={<SigningPdf onSaved={reload} record={record} resource={resource} />}
        title="Lo que se firma"
      >
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
        <ShareSigning onClose={close} record={record} resource={resource} signer={acting.signer} />
      )}
      {acting?.act === 'sign_in_person' && (
        <SignInPerson
          isRead={signing.document_hash !== null}
          onClose={close}
          onRead={reload}
          record={record}
          resource={resource}
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
          record={record}
          resource={resource}
          title={acting.signer.full_name}
        />
      )}
    </Root>
  );
}
