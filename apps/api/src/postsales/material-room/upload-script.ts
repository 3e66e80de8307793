/** Bytes of one request: what a lost network has to send again. */
const partBytes = 8 * 1024 * 1024;

/**
 * The script of the page for material: uploads what is chosen in parts, which continue after a lost network and, when the
 * same file is chosen again, after a closed page; delivers it, and shows how it was measured. It never leaves the page, so
 * that nothing typed is lost.
 */
export const uploadScript = `'use strict';
(() => {
  // After a refusal the address is that of the form.
  const room = location.pathname.split('/').slice(0, 3).join('/');
  const uploads = room + '/archivos';
  const tus = { 'tus-resumable': '1.0.0' };
  const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  let running = 0;

  const refusal = async (response) => {
    const body = await response.json().catch(() => ({}));
    const first = Object.values(body.errors || {})[0];
    return new Error((first && first[0]) || body.message || 'No se pudo subir el archivo. Intente de nuevo.');
  };

  // A lost network is waited for; a refusal is not.
  const ask = async (path, options, say) => {
    for (let attempt = 0; ; attempt += 1) {
      let response;
      try {
        response = await fetch(path, options);
      } catch {
        say('Sin conexión. La subida continúa sola cuando vuelva.');
        await wait(Math.min(1000 * 2 ** attempt, 15000));
        continue;
      }
      if (response.ok) return response;
      if (response.status === 429 || response.status === 423 || response.status === 503) {
        await wait(1000 * Math.min(Number(response.headers.get('retry-after')) || 5, 60));
        continue;
      }
      throw await refusal(response);
    }
  };

  const sendPart = (path, offset, part, show) =>
    new Promise((resolve) => {
      const request = new XMLHttpRequest();
      request.open('PATCH', path);
      request.setRequestHeader('tus-resumable', '1.0.0');
      request.setRequestHeader('upload-offset', String(offset));
      request.setRequestHeader('content-type', 'application/offset+octet-stream');
      request.upload.onprogress = (event) => show(offset + event.loaded);
      request.onloadend = () => resolve(request.status);
      request.send(part);
    });

  const begin = async (file, say) => {
    const fingerprint = [file.name, file.size, file.lastModified].join('-').replace(/[^\\w.:-]/g, '_').slice(-128);
    const list = await (await ask(uploads, {}, say)).json();
    const known = list.data.find((one) => one.fingerprint === fingerprint && Number(one.bytes) === file.size);
    if (known) return uploads + '/' + known.id;
    const name = btoa(String.fromCharCode(...new TextEncoder().encode(file.name)));
    const metadata = 'name ' + name + ',fingerprint ' + btoa(fingerprint);
    const headers = { ...tus, 'upload-length': String(file.size), 'upload-metadata': metadata };
    return (await ask(uploads, { method: 'POST', headers }, say)).headers.get('location');
  };

  const upload = async (file, say, show) => {
    const path = await begin(file, say);
    for (;;) {
      const state = await ask(path, { method: 'HEAD', headers: tus }, say);
      let offset = Number(state.headers.get('upload-offset'));
      while (offset < file.size) {
        say('Subiendo ' + file.name);
        const status = await sendPart(path, offset, file.slice(offset, offset + ${partBytes}), show);
        if (status !== 204) break;
        offset = Math.min(offset + ${partBytes}, file.size);
      }
      if (offset >= file.size) break;
      await wait(2000);
    }
    say('Guardando ' + file.name);
    await ask(path + '/finish', { method: 'POST' }, say);
    return path.split('/').pop();
  };

  const take = (page, id) => {
    const found = page.getElementById(id);
    const shown = document.getElementById(id);
    if (found && shown && shown.innerHTML !== found.innerHTML) shown.innerHTML = found.innerHTML;
  };

  const read = async (response) => new DOMParser().parseFromString(await response.text(), 'text/html');

  // Until every file is measured.
  let reading = false;
  const follow = async () => {
    if (reading) return;
    reading = true;
    for (let left = 60; left > 0 && document.querySelector('[data-waits]'); left -= 1) {
      await wait(6000);
      const response = await fetch(room).catch(() => null);
      if (!response || !response.ok) continue;
      const page = await read(response);
      for (const one of document.querySelectorAll('[id^="estado-"]')) take(page, one.id);
    }
    reading = false;
  };

  for (const label of document.querySelectorAll('[data-upload]')) {
    const input = label.querySelector('input');
    const form = label.closest('form');
    const said = document.createElement('p');
    said.setAttribute('role', 'status');
    const bar = document.createElement('progress');
    bar.setAttribute('aria-label', 'Avance de la subida');
    bar.hidden = true;
    label.after(bar, said);
    label.hidden = false;
    const say = (text, isBad) => {
      said.className = isBad ? 'bad-text' : '';
      if (said.textContent !== text) said.textContent = text;
    };
    input.addEventListener('change', async () => {
      const file = input.files[0];
      if (!file) return;
      if (file.size > Number(label.dataset.most)) {
        input.value = '';
        return say('El archivo es demasiado grande. Elija uno de hasta ' + Math.floor(label.dataset.most / 1048576) + ' MB.', true);
      }
      running += 1;
      input.disabled = true;
      bar.hidden = false;
      bar.max = file.size;
      bar.value = 0;
      try {
        const id = await upload(file, say, (bytes) => { bar.value = bytes; });
        const body = new URLSearchParams({ ficha: form.elements.ficha.value, [label.dataset.upload]: id });
        const response = await fetch(room + '/entregar', { method: 'POST', body });
        const page = await read(response);
        take(page, 'estado-' + input.id);
        const refused = page.getElementById(input.id + '-error') || (response.ok ? null : page.querySelector('.notice.bad, main p'));
        say(refused ? refused.textContent : '', Boolean(refused));
      } catch (error) {
        say(error.message, true);
      } finally {
        running -= 1;
        input.disabled = false;
        input.value = '';
        bar.hidden = true;
        follow();
      }
    });
  }
  addEventListener('beforeunload', (event) => {
    if (running > 0) event.preventDefault();
  });
  follow();
})();
`;
