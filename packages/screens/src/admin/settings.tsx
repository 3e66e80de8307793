import { usePermission, useSettings } from '@pauta/core/react';
import { settings } from '@pauta/domain/admin/setting.ts';
import type { Fields } from '@pauta/domain/kinds/kind.ts';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { Card } from '@pauta/ui/controls/card.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { Page } from '@pauta/ui/controls/page.tsx';
import { PageHeader } from '@pauta/ui/controls/page-header.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { notify } from '@pauta/ui/controls/toast.ts';
import { FieldsForm } from '@pauta/ui/form/fields-form.tsx';
import { type ReactElement, useCallback, useEffect, useState } from 'react';

const fields: Fields = Object.fromEntries(
  Object.entries(settings).map(([key, setting]) => [key, setting.field]),
);

const sections = [...new Set(Object.values(settings).map((setting) => setting.group))].map((group) => ({
  label: group,
  fields: Object.keys(settings).filter((key) => settings[key]?.group === group),
}));

const reason = 'Le falta el permiso «Cambiar la configuración general».';
const lockAll = Object.fromEntries(Object.keys(settings).map((key) => [key, undefined]));

/** Gestión › Configuración General: every setting of the system; a change shows at once everywhere. */
export function GeneralSettings(): ReactElement {
  const { values, load, update } = useSettings();
  const mayChange = usePermission('settings.update');
  const [failure, setFailure] = useState<unknown>(null);
  const [fresh, setFresh] = useState(false);

  const read = useCallback(() => {
    setFailure(null);
    load().then(() => setFresh(true), setFailure);
  }, [load]);
  // What is edited here must be what is stored now, not what the shell read hours ago.
  useEffect(read, [read]);

  const current = Object.fromEntries(
    Object.entries(settings).map(([key, setting]) => [key, values[key] ?? setting.field.options.initial]),
  );
  return (
    <Page data-width="form">
      <PageHeader
        description="Valen para todas las personas y se aplican de inmediato."
        title="Configuración General"
      />
      {!mayChange && <Banner>{reason} Puede verla, no cambiarla.</Banner>}
      {failure !== null && <FailureBanner error={failure} onRetry={read} />}
      {fresh ? (
        <FieldsForm
          bar="sticky"
          current={current}
          fields={fields}
          key={JSON.stringify(current)}
          label="Configuración General"
          locked={mayChange ? {} : lockAll}
          onSubmit={async (changed) => {
            if (Object.keys(changed).length > 0) await update(changed);
            notify('Configuración guardada');
          }}
          sections={sections}
        />
      ) : (
        failure === null && (
          <Card title="Clientes">
            <Skeleton lines={6} />
          </Card>
        )
      )}
    </Page>
  );
}
