import { ecfIssuers } from '@pauta/domain/fiscal/do/ecf-issuer.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { uuid } from '@pauta/ui/testing/contract.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { LoadCertificateDialog } from './load-certificate.tsx';

const meta = {
  title: 'Facturación/Cargar certificado',
  component: LoadCertificateDialog,
  tags: ['every-width'],
} satisfies Meta<typeof LoadCertificateDialog>;

export default meta;

const issuer = { id: uuid(1), row_version: 1, name: 'Canal Uno' } as unknown as AnyRecord;

export const Dialog: StoryObj = {
  render: () => (
    <StoryHost permissions={['finance.manage', 'fiscal_sequences.view_all']} resource={ecfIssuers}>
      <LoadCertificateDialog issuer={issuer} onClose={() => {}} />
    </StoryHost>
  ),
};

/** The server says at which field the certificate is wrong. */
export const Refused: StoryObj = {
  render: () => (
    <StoryHost
      always={(path) =>
        path.endsWith('/certificate')
          ? {
              status: 422,
              body: {
                message: 'Revise los datos.',
                errors: { password: ['La contraseña no abre el certificado.'] },
              },
            }
          : undefined
      }
      permissions={['finance.manage', 'fiscal_sequences.view_all']}
      resource={ecfIssuers}
    >
      <LoadCertificateDialog issuer={issuer} onClose={() => {}} />
    </StoryHost>
  ),
};
