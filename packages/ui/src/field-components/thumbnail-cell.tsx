import type { StoredFile } from '@pauta/domain/kinds/file.ts';
import { token as t } from '@pauta/layout/theme';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { usePicture } from '../data/use-picture.ts';
import type { CellProps } from './cells.tsx';

const Frame = styled.span`
  display: grid;
  place-items: center;
  inline-size: 64px;
  block-size: 32px;
  overflow: hidden;
  border-radius: ${t('radius-sm')};
  background: ${t('color-surface-sunken')};
  & > img { max-inline-size: 100%; max-block-size: 100%; }
`;

/** A small version of a picture in a list. */
export function ThumbnailCell({ value }: CellProps): ReactNode {
  const file = value as StoredFile | null | undefined;
  const { url, isBroken } = usePicture(file ? `/files/${file.id}/thumbnail` : null);
  if (!file) return null;
  // The name of the record is in the next column, so the picture needs no text of its own.
  return isBroken ? file.name : <Frame>{url !== undefined && <img alt="" src={url} />}</Frame>;
}
