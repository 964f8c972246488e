"""The keys of a cluster, and when they are needed.

All programs of a cluster share one key and one certificate, which signs itself. So only a program
that has the key can join, and nobody else can read what it sends.
"""

import datetime
import os
from pathlib import Path

from distributed import Security

from arena.common.errors import ArenaError
from arena.workers.cluster.addresses import is_loopback

CERTIFICATE, KEY = "cluster.pem", "cluster.key"
YEARS = 5


def make_keys(folder: Path) -> None:
    """Write a new key and its certificate into a folder that only the user can read."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    if (folder / KEY).exists():
        raise ArenaError(f"{folder} has keys already. To make new ones, choose another folder")
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "Card Arena cluster")])
    now = datetime.datetime.now(datetime.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))  # the clocks of machines differ
        .not_valid_after(now + datetime.timedelta(days=365 * YEARS))
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor = os.open(folder / KEY, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(private)
        (folder / CERTIFICATE).write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    except OSError as error:
        raise ArenaError(f"The keys cannot be written to {folder}: {error.strerror}") from None


def security_for(address: str, folder: Path | None) -> Security | None:
    """The security of a connection to this address; None on this machine without keys."""
    if folder is not None:
        return read_keys(folder)
    if not is_loopback(address):
        raise ArenaError(
            f"{address} is not the loopback interface, so the connection must be encrypted. Make "
            f"keys with `arena cluster keys DIR`, copy DIR to all machines, and give --keys DIR"
        )
    if address.startswith("tls:"):
        raise ArenaError(f"{address} is encrypted: give --keys DIR, the keys of its cluster")
    return None


def read_keys(folder: Path) -> Security:
    """The security of the programs that have these keys.

    It has the content of the files, because a machine may become another user.
    """
    certificate, key = folder / CERTIFICATE, folder / KEY
    for path in (certificate, key):
        if not os.access(path, os.R_OK):
            raise ArenaError(
                f"{path} cannot be read. Make keys with `arena cluster keys {folder}`, or name the "
                f"folder that has them"
            )
    if key.stat().st_mode & 0o077:
        raise ArenaError(f"Other users can read {key}. Run: chmod go= {key}")
    public, private = certificate.read_text(), key.read_text()
    texts = {f"tls_{role}_cert": public for role in ("client", "scheduler", "worker")}
    texts |= {f"tls_{role}_key": private for role in ("client", "scheduler", "worker")}
    return Security(tls_ca_file=public, require_encryption=True, **texts)
