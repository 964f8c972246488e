// Sign-in: takes the code from the link of a card, and leaves the button to a person.
"use strict";
(() => {
  const code = location.hash.slice(1);
  if (!code) return;
  history.replaceState(null, "", location.pathname); // the code stays in no history
  document.getElementById("code").value = code;
  document.querySelector("#sign-in button").focus();
})();
