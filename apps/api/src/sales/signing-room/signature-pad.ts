import { drawingBox, longestDrawing } from '@pauta/domain/sales/signing/signature.ts';

/**
 * The script of the page on which somebody draws a signature. Without it, or without a pointer, the typed name is the
 * signature. It draws into an SVG and keeps the path in a hidden field of the form.
 */
export const signaturePad = `'use strict';
(() => {
  const pad = document.getElementById('pad');
  const field = document.getElementById('drawing');
  const clear = document.getElementById('clear-pad');
  if (!pad || !field || !clear) return;
  document.getElementById('pad-group').hidden = false;
  const path = pad.querySelector('path');
  let drawn = field.value;
  let last = null;
  const show = () => {
    path.setAttribute('d', drawn);
    field.value = drawn;
    clear.disabled = drawn === '';
  };
  const pointOf = (event) => {
    const box = pad.getBoundingClientRect();
    const x = Math.round(((event.clientX - box.left) / box.width) * ${drawingBox.width});
    const y = Math.round(((event.clientY - box.top) / box.height) * ${drawingBox.height});
    return [Math.min(Math.max(x, 0), ${drawingBox.width - 1}), Math.min(Math.max(y, 0), ${drawingBox.height - 1})];
  };
  pad.addEventListener('pointerdown', (event) => {
    event.preventDefault();
    pad.setPointerCapture(event.pointerId);
    last = pointOf(event);
    drawn += 'M' + last.join(' ');
    show();
  });
  pad.addEventListener('pointermove', (event) => {
    if (!last || drawn.length > ${longestDrawing - 20}) return;
    const next = pointOf(event);
    if (Math.abs(next[0] - last[0]) + Math.abs(next[1] - last[1]) < 3) return;
    last = next;
    drawn += 'L' + next.join(' ');
    show();
  });
  const end = () => {
    if (last) drawn = drawn.replace(/M\\d+ \\d+(?=M|$)/g, '');
    last = null;
    show();
  };
  pad.addEventListener('pointerup', end);
  pad.addEventListener('pointercancel', end);
  clear.addEventListener('click', () => {
    drawn = '';
    show();
  });
  show();
})();
`;
