/* A list of the versions of this site in the header. `versions.js` in the folder of all versions names them: a script, since pages that are
 * opened as files cannot read other files. Without it, or with one version, the header has the version alone. */
"use strict";
(() => {
  const config = JSON.parse(document.getElementById("__config").textContent);
  const root = new URL(config.base.replace(/\/?$/, "/"), location.href);
  const current = decodeURIComponent(root.pathname.split("/").filter(Boolean).pop() ?? "");
  const place = document.querySelector(".md-header__topic");
  if (!place || !/^\d+\.\d+/.test(current)) return;
  const show = (versions) => {
    const list = document.createElement("select");
    list.className = "lsflint-versions";
    list.setAttribute("aria-label", "Version");
    for (const version of versions) list.add(new Option(version, version, false, version === current));
    list.disabled = versions.length < 2;
    list.addEventListener("change", () => {
      location.href = new URL(`../${list.value}/index.html`, root).href;
    });
    place.append(list);
  };
  const script = document.createElement("script");
  script.src = new URL("../versions.js", root).href;
  script.onload = () => show(window.lsflintVersions ?? [current]);
  script.onerror = () => show([current]);
  document.head.append(script);
})();
