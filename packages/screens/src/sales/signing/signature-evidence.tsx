import { formatInstant } from '@pauta/domain/calendar/company-clock.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { signingMethods } from '@pauta/domain/sales/signing/signature.ts';
import { token as t } from '@pauta/layout/theme';
import { DescriptionList } from '@pauta/ui/controls/description-list.tsx';
import { DownloadButton } from '@pauta/ui/export/download-button.tsx';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';
import { SignatureDrawing } from './signature-drawing.tsx';
import type { SignatureAnswer, SignerAnswer } from './signing-answer.ts';

const Root = styled.details`
  flex-basis: 100%;
  & > summary { cursor: pointer; min-block-size: ${t('target-size')}; align-content: center; }
  & > dl { padding-block: ${t('space-2')}; }
  & svg[role='img'] { display: block; inline-size: 100%; max-inline-size: 18rem; }
`;

/** Everything that proves a signature, folded. */
export function SignatureEvidence({
  signer,
  signature,
}: {
  readonly signer: SignerAnswer;
  readonly signature: SignatureAnswer;
}): ReactElement {
  const { full_name, consent, signed_with, ip, user_agent, registered_by, scan } = signer;
  const { method, signed_on, at, typed_name, drawing, document_hash } = signature;
  return (
    <Root>
      <summary>{`Prueba de la firma de ${full_name}`}</summary>
      <DescriptionList
        items={[
          { key: 'method', label: 'Cómo', value: signingMethods[method] },
          { key: 'day', label: 'Fecha de la firma', value: formatCivilDate(signed_on) },
          { key: 'at', label: 'Se registró', value: formatInstant(at) },
          { key: 'by', label: 'La registró', value: registered_by },
          { key: 'name', label: 'Nombre escrito', value: typed_name },
          { key: 'mail', label: 'Correo del código', value: signed_with },
          { key: 'ip', label: 'Dirección IP', value: ip },
          { key: 'agent', label: 'Navegador', value: user_agent, wide: true },
          {
            key: 'drawing',
            label: 'Firma dibujada',
            value: drawing && <SignatureDrawing drawing={drawing} label={`Firma de ${full_name}`} />,
            wide: true,
          },
          { key: 'consent', label: 'Aceptó', value: consent, wide: true },
          { key: 'pdf', label: 'Huella del PDF que leyó (SHA-256)', value: document_hash, wide: true },
          {
            key: 'scan',
            label: 'Documento firmado',
            value: scan && (
              <DownloadButton name={scan.name} path={`/files/${scan.id}`} size="small">
                {scan.name}
              </DownloadButton>
            ),
            wide: true,
          },
        ].filter(({ value }) => value !== null)}
      />
    </Root>
  );
}
