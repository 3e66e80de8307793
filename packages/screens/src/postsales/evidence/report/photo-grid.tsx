import { formatInstant } from '@pauta/domain/calendar/company-clock.ts';
import { evidenceItems, evidenceKinds } from '@pauta/domain/postsales/evidence/evidence-item.ts';
import { type PhotoFacts, photoWarnings } from '@pauta/domain/postsales/evidence/photo-warnings.ts';
import { token as t } from '@pauta/layout/theme';
import { Badge } from '@pauta/ui/controls/badge.tsx';
import { usePicture } from '@pauta/ui/data/use-picture.ts';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';

const Root = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(12rem, 1fr));
  gap: ${t('space-4')};
  margin: 0;
  padding: 0;
  list-style: none;
  & > li {
    display: grid;
    align-content: start;
    gap: ${t('space-1')};
    min-inline-size: 0;
    padding: ${t('space-2')};
    border: 1px solid ${t('color-border')};
    border-radius: ${t('radius-md')};
    overflow-wrap: anywhere;
  }
  & [data-picture] { display: grid; block-size: 9rem; background: ${t('color-surface-sunken')}; }
  & img { inline-size: 100%; block-size: 9rem; object-fit: contain; }
  & small { color: ${t('color-text-muted')}; font-size: ${t('text-sm')}; }
  & ul { display: grid; gap: ${t('space-1')}; margin: 0; padding: 0; list-style: none; }
  & ul > li { padding: ${t('space-1')} ${t('space-2')}; border-radius: ${t('radius-sm')}; background: ${t('color-warning-soft')}; color: ${t('color-warning-text')}; font-size: ${t('text-sm')}; }
`;

const Picture = ({ id, title }: { id: string; title: string }): ReactElement => {
  const { url } = usePicture(`/${evidenceItems.path}/${id}/thumbnail`);
  return <span data-picture>{url !== undefined && <img alt={title} src={url} />}</span>;
};

const Photo = ({ photo }: { photo: PhotoFacts }): ReactElement => {
  const warnings = photoWarnings(photo);
  return (
    <li>
      {photo.has_picture && <Picture id={photo.id} title={photo.title} />}
      <strong>{photo.title}</strong>
      <small>
        {evidenceKinds[photo.kind]} · {formatInstant(photo.captured_at)}
      </small>
      {photo.camera !== null && <small>{photo.camera}</small>}
      {photo.is_hashed_at_capture && <Badge tone="success">Huella tomada al capturar</Badge>}
      {photo.is_measured_later && <small>La imagen se está leyendo.</small>}
      {warnings.length > 0 && (
        <ul aria-label={`Avisos de ${photo.title}`}>
          {warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
    </li>
  );
};

/** The evidence of a report with its pictures, and what is to be looked at in them. */
export const PhotoGrid = ({ items }: { readonly items: readonly PhotoFacts[] }): ReactElement => (
  <Root>
    {items.map((photo) => (
      <Photo key={photo.id} photo={photo} />
    ))}
  </Root>
);
