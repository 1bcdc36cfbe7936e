"""A place on the page where a file is dropped, or chosen by click or key; it goes to the kernel."""

__all__ = ["drop_zone"]

#: The file travels in parts: a page may not send more than about 10 MB in one message.
SCRIPT = """
const PART = 1e6;
async function send(model, file, said) {
  if (file.size > LARGEST) {
    said.textContent = "";
    model.send({ name: file.name, size: file.size, part: 0, parts: 0 });
    return;
  }
  const bytes = await file.arrayBuffer();
  const parts = Math.max(1, Math.ceil(bytes.byteLength / PART));
  for (let i = 0; i < parts; i++) {
    said.textContent = parts > 1 ? `${i + 1} of ${parts} MB` : "";
    const part = new DataView(bytes.slice(i * PART, (i + 1) * PART));
    model.send({ name: file.name, part: i, parts }, undefined, [part]);
  }
  said.textContent = file.name;
}
function render({ model, el }) {
  const zone = document.createElement("label");
  const input = document.createElement("input");
  const said = document.createElement("span");
  zone.className = "kernlab-drop";
  zone.append("Drop a CSV file here, or choose one: ", input, said);
  Object.assign(input, { type: "file", accept: ".csv,.tsv,.txt,.data" });
  Object.assign(zone.style, { display: "block", padding: "12px", margin: "2px 8px 8px 2px",
    border: "2px dashed var(--jp-border-color0, #888)", cursor: "pointer",
    color: "var(--jp-ui-font-color1, inherit)" });
  input.addEventListener("change", () => input.files.length && send(model, input.files[0], said));
  const lit = (on) => { zone.style.background = on ? "var(--jp-layout-color2, #ddd)" : ""; };
  for (const name of ["dragenter", "dragover", "dragleave", "drop"]) {
    zone.addEventListener(name, (event) => {
      event.preventDefault();
      event.stopPropagation();
      lit(name === "dragenter" || name === "dragover");
      const files = name === "drop" ? event.dataTransfer.files : [];
      if (files.length) send(model, files[0], said);
    });
  }
  el.append(zone);
}
export default { render };
"""


def drop_zone(receive, refuse, largest):
    """Return a widget that hands each file to a function.

    Parameters
    ----------
    receive : callable
        Takes the name of the file and its bytes.
    refuse : callable
        Takes the name and the size of a file that is too large, which is not sent.
    largest : int
        Bytes of a file that is sent.

    Returns
    -------
    anywidget.AnyWidget
        To be shown.
    """
    import anywidget

    class DropZone(anywidget.AnyWidget):
        _esm = f"const LARGEST = {largest};{SCRIPT}"

    parts = []

    def take(_widget, message, buffers):
        """Collect the parts of a file; a first part begins another file."""
        if message["part"] == 0:
            parts.clear()
        if message["parts"] == 0:
            refuse(message["name"], message["size"])
            return
        parts.append(bytes(buffers[0]))
        if len(parts) == message["parts"]:
            receive(message["name"], b"".join(parts))

    zone = DropZone()
    zone.on_msg(take)
    return zone
