import { formatInstant } from '@pauta/domain/calendar/company-clock.ts';
import { signingCapacities } from '@pauta/domain/crm/signatories/signatory.ts';
import type { SigningSide } from '@pauta/domain/sales/signing/signing-order.ts';
import { token as t } from '@pauta/layout/theme';
import { Badge } from '@pauta/ui/controls/badge.tsx';
import type { ReactElement, ReactNode } from 'react';
import { styled } from 'styled-components';
import { SignatureEvidence } from './signature-evidence.tsx';
import type { SignerAnswer, SigningAnswer } from './signing-answer.ts';

const sides: Readonly<Record<SigningSide, string>> = {
  company: 'Por la compañía',
  client: 'Por el cliente',
  agency: 'Por la agencia',
};

const List = styled.ol`
  display: grid;
  gap: ${t('space-4')};
  margin: 0;
  padding: 0;
  list-style: none;
  & > li {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: ${t('space-1')} ${t('space-3')};
    min-inline-size: 0;
  }
  & > li + li { padding-block-start: ${t('space-4')}; border-block-start: 1px solid ${t('color-border')}; }
  & small { color: ${t('color-text-muted')}; font-size: ${t('text-sm')}; overflow-wrap: anywhere; }
  & [data-times] { flex-basis: 100%; }
  & [data-buttons] { display: flex; flex-wrap: wrap; gap: ${t('space-2')}; flex-basis: 100%; margin-block-start: ${t('space-1')}; }
`;

const capacityOf = ({ capacity }: SignerAnswer): string =>
  signingCapacities[capacity as keyof typeof signingCapacities] ?? capacity;

const standingOf = (signer: SignerAnswer, outcome: SigningAnswer['outcome']): ReactElement => {
  if (signer.signature) return <Badge tone="success">Firmó</Badge>;
  if (outcome !== null) return <Badge tone="neutral">No firmó</Badge>;
  return signer.in_turn ? (
    <Badge tone="warning">Le toca</Badge>
  ) : (
    <Badge tone="neutral">Espera su turno</Badge>
  );
};

/** When somebody was asked, opened the page and signed, in one line. */
const timesOf = ({ asked_at, open_links, opened_at, signature }: SignerAnswer): string => {
  const asked =
    asked_at === null ? 'No se le ha enviado un enlace' : `Último enlace: ${formatInstant(asked_at)}`;
  const opened =
    opened_at === null
      ? asked_at !== null && signature === null && 'todavía no lo abrió'
      : `lo abrió el ${formatInstant(opened_at)}`;
  const closed = signature === null && asked_at !== null && open_links === 0 && 'sus enlaces ya no se abren';
  const signed = signature && `firmó el ${formatInstant(signature.at)}`;
  return [signature && asked_at === null ? 'Sin enlace' : asked, opened, closed, signed]
    .filter(Boolean)
    .join('; ');
};

/** Who signs, in the order of their turns, with the evidence of each signature. */
export const SignerList = ({
  signing: { signers, outcome },
  actions,
}: {
  readonly signing: Pick<SigningAnswer, 'signers' | 'outcome'>;
  /** Buttons for a signer who has not signed. */
  readonly actions?: ((signer: SignerAnswer) => ReactNode) | undefined;
}): ReactElement => (
  <List>
    {signers.map((signer) => (
      <li key={signer.id}>
        <strong>{signer.full_name}</strong>
        {standingOf(signer, outcome)}
        <small>{`${sides[signer.party]} · ${capacityOf(signer)} · Turno ${signer.turn}`}</small>
        <small data-times>{timesOf(signer)}</small>
        {signer.signature ? (
          <SignatureEvidence signature={signer.signature} signer={signer} />
        ) : (
          actions && <span data-buttons>{actions(signer)}</span>
        )}
      </li>
    ))}
  </List>
);
