(function () {
  'use strict';
  var open = function () {
    var at = location.hash && document.getElementById(location.hash.slice(1));
    for (var it = at; it; it = it.parentElement) if (it.tagName === 'DETAILS') it.open = true;
    if (at) at.scrollIntoView();
  };
  addEventListener('hashchange', open);
  open();
  var search = document.getElementById('search');
  if (!search) return;
  search.parentElement.hidden = false;
  search.form.addEventListener('submit', function (event) { event.preventDefault(); });
  var timer;
  search.addEventListener('input', function () {
    clearTimeout(timer);
    timer = setTimeout(function () {
      var words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
      document.querySelectorAll('details.file').forEach(function (file) {
        var path = file.querySelector('h3').textContent.toLowerCase(), some = false;
        file.querySelectorAll('li.finding').forEach(function (li) {
          var text = path + ' ' + li.textContent.toLowerCase();
          var fits = words.every(function (word) { return text.indexOf(word) >= 0; });
          li.hidden = !fits;
          some = some || fits;
        });
        file.hidden = !some;
        if (some && words.length) file.open = true;
      });
    }, 120);
  });
})();
