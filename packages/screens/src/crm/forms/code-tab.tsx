import { useApi, useApiQuery } from '@pauta/core/react';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { Button } from '@pauta/ui/controls/button.tsx';
import { Card } from '@pauta/ui/controls/card.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { Select } from '@pauta/ui/controls/select.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { TextArea } from '@pauta/ui/controls/text-area.tsx';
import { notify } from '@pauta/ui/controls/toast.ts';
import { Copy } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { styled } from 'styled-components';
import { declareForm } from './declared-form.ts';
import { FormFrame, serverOf } from './frame.tsx';
import { useFormDefinition } from './preview.tsx';
import { formSnippets, formWidths, type SnippetParts } from './snippets.ts';

interface Release {
  readonly data: { readonly files: readonly SnippetParts['script'][] };
}

const Root = styled.div`
  display: grid;
  gap: var(--pauta-space-4);
  & > [data-select] { max-inline-size: 20rem; }
  & > p { margin: 0; color: var(--pauta-color-text-muted); }
  & textarea { font-family: ui-monospace, monospace; font-size: var(--pauta-text-sm); white-space: pre-wrap; overflow-wrap: anywhere; }
  & > button { justify-self: start; }
`;

/** Off-screen, for measuring the height of the form. */
const Measured = styled.div`
  position: absolute;
  inset-block-start: 0;
  inset-inline-start: -9999px;
  visibility: hidden;
`;

/** The code that embeds a form in a page, by kind of site. */
export function FormCode({ form }: { form: AnyRecord }): ReactElement {
  const { baseUrl } = useApi();
  const release = useApiQuery<Release>('/public-forms/script');
  const { definition, error, retry } = useFormDefinition(form);
  const [heights, setHeights] = useState<SnippetParts['heights']>({
    wide: 0,
    medium: 0,
    narrow: 0,
    small: 0,
  });
  const [drawn, setDrawn] = useState('');
  const [kind, setKind] = useState('html');
  const [script, loader] = release.data?.data.files ?? [];
  if (release.error) return <FailureBanner error={release.error} onRetry={() => void release.mutate()} />;
  if (error !== undefined) return <FailureBanner error={error as Error} onRetry={retry} />;
  const isMeasured = Object.values(heights).every((height) => height > 0);
  const snippets =
    script && loader && isMeasured
      ? formSnippets({
          server: serverOf(baseUrl),
          formKey: String(form.key),
          lang: String(form.locale),
          layout: String(form.layout),
          script,
          loader,
          drawn,
          heights,
        })
      : [];
  const shown = snippets.find(({ id }) => id === kind);
  const origins = Array.isArray(form.allowed_origins) ? form.allowed_origins : [];
  const copy = (): void => {
    if (!shown) return;
    // On pages without https the clipboard is not available.
    Promise.resolve(navigator.clipboard?.writeText(shown.code) ?? Promise.reject(new Error())).then(
      () => notify('Código copiado'),
      () => notify('El navegador no permitió copiar. Selecciónelo y cópielo a mano.', { tone: 'danger' }),
    );
  };
  return (
    <Card title="Código para su página">
      {definition &&
        (Object.keys(formWidths) as (keyof typeof formWidths)[]).map((width) => (
          <Measured inert key={width} style={{ inlineSize: formWidths[width] }}>
            <FormFrame
              definition={definition}
              label="Formulario que se mide"
              onDrawn={(drawn) => {
                setHeights((known) => ({ ...known, [width]: drawn.getBoundingClientRect().height }));
                setDrawn(declareForm(drawn));
              }}
            />
          </Measured>
        ))}
      {shown ? (
        <Root>
          {form.status === 'off' && (
            <Banner tone="warning">El formulario está apagado: enciéndalo para que se muestre.</Banner>
          )}
          {origins.length === 0 && (
            <Banner tone="warning">
              Ningún sitio puede mostrarlo todavía. Edite el formulario y agregue la dirección de su sitio.
            </Banner>
          )}
          <div data-select>
            <Select
              clearable={false}
              label="Dónde lo pondrá"
              onChange={setKind}
              options={snippets.map(({ id, label }) => ({ value: id, label }))}
              value={kind}
            />
          </div>
          <p>{shown.help}</p>
          <TextArea label="Código" onChange={() => undefined} readOnly rows={9} value={shown.code} />
          <Button onClick={copy}>
            <Copy aria-hidden size={16} />
            Copiar código
          </Button>
        </Root>
      ) : (
        <Skeleton lines={9} />
      )}
    </Card>
  );
}
